import SuasSpec

extension EffectRequest.HTTPRequest {
  /// The reason why the request cannot be sent; nil for any request from a checked spec.
  var problem: String? {
    guard method.isMethod else { return "'\(method)' is no method of HTTP" }
    for (name, value) in headers {
      guard name.isToken, value.canStandInHeader else {
        return "the header '\(name)' cannot be sent"
      }
      guard !name.namesConnectionHeader else {
        return "the header '\(name)' follows from the request, and is not set by itself"
      }
    }
    return nil
  }
}
