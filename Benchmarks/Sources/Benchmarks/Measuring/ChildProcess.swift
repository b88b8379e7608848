#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// Runs programs to their ends.
enum ChildProcess {
  /// Runs a program and discards its output; returns the seconds that passed and its peak memory in
  /// megabytes, or nil if it failed.
  static func run(_ path: String, _ arguments: [String]) -> (seconds: Double, megabytes: Double)? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    var argv: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) }
    argv.append(nil)
    defer { for argument in argv { free(argument) } }
    var status: Int32 = 0
    var usage = rusage()
    let time = secondsPassing {
      var process: pid_t = 0
      guard posix_spawn(&process, path, &actions, nil, argv, environ) == 0 else {
        status = -1
        return
      }
      wait4(process, &status, 0, &usage)
    }
    return status == 0 ? (time, Double(usage.ru_maxrss) / 1024) : nil
  }

  /// Runs this program again, and returns the first line of its output.
  static func runAgain(_ arguments: [String]) -> String? { firstLine(of: own, arguments) }

  /// Runs a program, and returns the first line of its output, or its first 1023 bytes, which are
  /// enough for a record of some numbers.
  static func firstLine(of path: String, _ arguments: [String]) -> String? {
    let command = ([path] + arguments).map { "'\($0)'" }.joined(separator: " ")
    guard let pipe = popen(command, "r") else { return nil }
    defer { pclose(pipe) }
    var line = [CChar](repeating: 0, count: 1024)
    guard fgets(&line, Int32(line.count), pipe) != nil else { return nil }
    return String(
      decoding: line.prefix { $0 != 0 && $0 != 10 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The processor time in seconds of all programs that were run to their ends.
  static var processorSeconds: Double {
    var usage = rusage()
    getrusage(RUSAGE_CHILDREN.rawValue, &usage)
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
  }

  /// The peak memory of this process, in megabytes.
  ///
  /// It is read from `/proc`, because `getrusage` would include the process that started this one.
  static var peakMegabytes: Double? {
    guard let status = fopen("/proc/self/status", "r") else { return nil }
    defer { fclose(status) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), status) != nil {
      let text = String(
        decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      if text.hasPrefix("VmHWM:") {
        return Double(text.filter(\.isNumber)).map { $0 / 1024 }
      }
    }
    return nil
  }

  /// The path of this program.
  private static var own: String {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlink("/proc/self/exe", &path, path.count - 1)
    return String(decoding: path.prefix(max(0, length)).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
