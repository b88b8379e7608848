import ArgumentParser
import SuasSpec
import YAML

/// A host that requests may go to, with all of its ports or with one.
struct AllowedHost {
  /// The host in the form that URLs have.
  let name: String

  init(_ text: String) throws(ValidationError) {
    let problem =
      "--allow-host takes a host as example.com or example.com:8080, not '"
      + DisplayText.escaped(text) + "'"
    if text.contains("/") {
      throw ValidationError("\(problem): leave out what else a url has")
    }
    if text.contains("*") {
      throw ValidationError("\(problem): name each host, there are no patterns")
    }
    guard text.utf8.allSatisfy({ $0 < 0x80 }) else {
      throw ValidationError("\(problem): write it in ASCII, as xn--…")
    }
    do throws(URLAuthority.Problem) {
      name = try URLAuthority(named: text).description
    } catch {
      switch error {
      case .credentials, .host: throw ValidationError(problem)
      case .port: throw ValidationError("\(problem): a port is from 1 to 65535")
      }
    }
  }
}
