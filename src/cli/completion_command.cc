// Shell completion for bash and zsh, made from the commands themselves.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "cli/command.h"

namespace jounce {
namespace {

std::string OptionWords(const Command& command) {
  CLI::App app;
  command.declare(app);
  std::string words = "--help --json --quiet --verbose";
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) {
      if (name != "help") words += " --" + name;
    }
  }
  for (const CLI::App* sub : app.get_subcommands({})) words += " " + sub->get_name();
  return words;
}

std::string BashScript() {
  std::string names, cases;
  for (const Command* command : AllCommands()) {
    names += std::string(names.empty() ? "" : " ") + command->name;
    cases += fmt::format("    {}) words=\"{}\" ;;\n", command->name, OptionWords(*command));
  }
  return fmt::format(R"(# Completion of jounce for bash:  source <(jounce completion bash)
_jounce() {{
  local current="${{COMP_WORDS[COMP_CWORD]}}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "{0} --help --version" -- "$current"))
    return
  fi
  case "${{COMP_WORDS[1]}}" in
{1}  esac
  case "$current" in
    -*) COMPREPLY=($(compgen -W "$words" -- "$current")) ;;
    *) COMPREPLY=($(compgen -W "${{words//--[a-z-]*/}}" -- "$current") $(compgen -f -- "$current")) ;;
  esac
}}
complete -o filenames -F _jounce jounce ./jounce
)",
                     names, cases);
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
