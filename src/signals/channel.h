// A measured or computed time history, and where such histories come from.
//
// A Channel lies in memory. A SignalSource serves samples piece by piece, so that files larger than
// memory can be read, converted and used to drive a model; every reader is one, every writer takes
// one, and MemorySource makes one of channels in memory.
#ifndef JOUNCE_SIGNALS_CHANNEL_H_
#define JOUNCE_SIGNALS_CHANNEL_H_

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"

namespace jounce {

// What is known of a time history besides its samples. Sample i stands at start + i / sample_rate.
struct ChannelHead {
  std::string name;
  std::string description;
  std::string unit;        // as the file spells it
  double sample_rate = 1;  // Hz
  double start = 0;        // s
};

struct Channel : ChannelHead {
  std::vector<double> samples;

  double TimeOf(size_t sample) const { return start + static_cast<double>(sample) / sample_rate; }
};

// Serves the samples of several channels. Read may be called from several threads at once.
class SignalSource {
 public:
  virtual ~SignalSource() = default;

  virtual size_t NumChannels() const = 0;
  virtual const ChannelHead& Head(size_t channel) const = 0;
  virtual size_t Length(size_t channel) const = 0;

  // Fills `samples` with those from `first` on; first + samples.size() <= Length(channel).
  virtual void Read(size_t channel, size_t first, std::span<double> samples) const = 0;

  // A whole channel in memory, and all of them.
  virtual Channel ReadChannel(size_t channel) const;
  virtual std::vector<Channel> ReadAll() const;

  // What of the file is not among the channels, each in a sentence.
  virtual std::vector<std::string> Remarks() const { return {}; }
};

// Channels in memory as a source.
class MemorySource : public SignalSource {
 public:
  explicit MemorySource(std::vector<Channel> channels, std::vector<std::string> remarks = {})
      : channels_(std::move(channels)), remarks_(std::move(remarks)) {}

  size_t NumChannels() const override { return channels_.size(); }
  const ChannelHead& Head(size_t channel) const override { return channels_[channel]; }
  size_t Length(size_t channel) const override { return channels_[channel].samples.size(); }
  void Read(size_t channel, size_t first, std::span<double> samples) const override;
  std::vector<std::string> Remarks() const override { return remarks_; }

 private:
  std::vector<Channel> channels_;
  std::vector<std::string> remarks_;
};

// Some channels of another source, in a chosen order.
class SelectedChannels : public SignalSource {
 public:
  SelectedChannels(std::shared_ptr<const SignalSource> source, std::vector<size_t> chosen)
      : source_(std::move(source)), chosen_(std::move(chosen)) {}

  size_t NumChannels() const override { return chosen_.size(); }
  const ChannelHead& Head(size_t channel) const override { return source_->Head(chosen_[channel]); }
  size_t Length(size_t channel) const override { return source_->Length(chosen_[channel]); }
  void Read(size_t channel, size_t first, std::span<double> samples) const override {
    source_->Read(chosen_[channel], first, samples);
  }

 private:
  std::shared_ptr<const SignalSource> source_;
  std::vector<size_t> chosen_;
};

// The channels of several sources, one after the other.
class JoinedChannels : public SignalSource {
 public:
  explicit JoinedChannels(std::vector<std::shared_ptr<const SignalSource>> sources);

  size_t NumChannels() const override { return places_.size(); }
  const ChannelHead& Head(size_t channel) const override;
  size_t Length(size_t channel) const override;
  void Read(size_t channel, size_t first, std::span<double> samples) const override;

 private:
  struct Place {
    size_t source;
    size_t channel;
  };
  std::vector<std::shared_ptr<const SignalSource>> sources_;
  std::vector<Place> places_;
};

// "front/coil" of "front|coil": in HDF5 a slash would make a group, so files have the other sign there.
std::string WithSlashes(std::string name);

// Index of the channel called `name`, ignoring case and outer blanks; where no channel is called so
// and `name` is a number, the channel of that number, counted from 1. Throws an InputError that
// names the file and the nearest name where there is none, or where two have this name.
size_t FindChannel(const SignalSource& source, const std::string& name, const std::string& file);

// For formats with a single time axis: finds the channels that differ from the first in length,
// rate or start, and sources without samples. `path` is the file to be written.
void CheckOneTimeAxis(const SignalSource& source, const std::string& path, Diagnostics* problems);

}  // namespace jounce

#endif  // JOUNCE_SIGNALS_CHANNEL_H_
