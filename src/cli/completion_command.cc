// Shell completion for bash and zsh, made from the commands themselves.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/command.h"

namespace jounce {
namespace {

// The values that an option is checked for, "" where it takes others: "{bash,zsh}" of its check.
std::string ValuesOf(CLI::Option& option) {
  std::string text;
  try {
    text = option.get_validator(0)->get_description();
  } catch (const CLI::OptionNotFound&) {
    return "";
  }
  if (!text.starts_with('{') || !text.ends_with('}')) return "";
  text = text.substr(1, text.size() - 2);
  std::replace(text.begin(), text.end(), ',', ' ');
  return text;
}

// For bash: what may follow a command ("signal psd"), and the values of its options.
struct Cases {
  std::string words, values;
};

void AddCases(CLI::App& app, const std::string& command, Cases* cases) {
  std::string words = "--help --json --quiet --verbose", plain;
  for (CLI::Option* option : app.get_options()) {
    const std::string values = ValuesOf(*option);
    std::string names;
    for (const std::string& name : option->get_lnames()) {
      if (name != "help") words += " --" + name;
      names += fmt::format("{}'{} --{}'", names.empty() ? "" : "|", command, name);
    }
    for (const std::string& name : option->get_snames()) {
      names += fmt::format("{}'{} -{}'", names.empty() ? "" : "|", command, name);
    }
    if (values.empty()) continue;
    if (names.empty()) {
      plain += " " + values;  // an argument by its place
    } else {
      cases->values += fmt::format("    {}) values=\"{}\" ;;\n", names, values);
    }
  }
  for (CLI::App* sub : app.get_subcommands([](CLI::App*) { return true; })) {
    plain += " " + sub->get_name();
    AddCases(*sub, command + " " + sub->get_name(), cases);
  }
  cases->words += fmt::format("    '{}') words=\"{}\" plain=\"{}\" ;;\n", command, words, plain);
}

std::string BashScript() {
  std::string names, parents;
  Cases cases;
  for (const Command* command : AllCommands()) {
    CLI::App app;
    const auto action = command->declare(app);  // holds what the options refer to
    names += std::string(names.empty() ? "" : " ") + command->name;
    AddCases(app, command->name, &cases);
    std::string verbs;
    for (const CLI::App* sub : app.get_subcommands([](CLI::App*) { return true; })) {
      verbs += fmt::format("{}'{} {}'", verbs.empty() ? "" : "|", command->name, sub->get_name());
    }
    if (!verbs.empty()) parents += fmt::format("    {}) command=\"$pair\" ;;\n", verbs);
  }
  return fmt::format(R"(# Completion of jounce for bash:  source <(jounce completion bash)
_jounce() {{
  local current="${{COMP_WORDS[COMP_CWORD]}}" words="" plain="" values=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "{0} --help --version" -- "$current"))
    return
  fi
  local command="${{COMP_WORDS[1]}}" pair="${{COMP_WORDS[1]}} ${{COMP_WORDS[2]}}"
  if [ "$COMP_CWORD" -gt 2 ]; then
    case "$pair" in
{1}    esac
  fi
  case "$command ${{COMP_WORDS[COMP_CWORD-1]}}" in
{2}  esac
  if [ -n "$values" ]; then
    COMPREPLY=($(compgen -W "$values" -- "$current"))
    return
  fi
  case "$command" in
{3}  esac
  case "$current" in
    -*) COMPREPLY=($(compgen -W "$words" -- "$current")) ;;
    *) COMPREPLY=($(compgen -W "$plain" -- "$current") $(compgen -f -- "$current")) ;;
  esac
}}
complete -o filenames -F _jounce jounce ./jounce
)",
                     names, parents, cases.values, cases.words);
}

// zsh runs bash completions through its own compatibility layer.
std::string ZshScript() {
  return "# Completion of jounce for zsh:  source <(jounce completion zsh)\n"
         "autoload -U +X compinit && compinit\n"
         "autoload -U +X bashcompinit && bashcompinit\n" +
         BashScript();
}

std::function<ExitCode(const Console&)> DeclareCompletion(CLI::App& app) {
  auto shell = std::make_shared<std::string>();
  app.add_option("shell", *shell, "bash or zsh")->required()->check(CLI::IsMember({"bash", "zsh"}));
  return [shell](const Console& console) {
    const std::string script = *shell == "bash" ? BashScript() : ZshScript();
    console.PrintJson({{"shell", *shell}, {"script", script}});
    console.Print("{}", script);
    return ExitCode::kDone;
  };
}

}  // namespace

extern const Command kCompletionCommand;
const Command kCompletionCommand = {
    "completion", "Print the completion script for bash or zsh",
    "  source <(jounce completion bash)      complete commands and options with the Tab key\n",
    &DeclareCompletion};

}  // namespace jounce
