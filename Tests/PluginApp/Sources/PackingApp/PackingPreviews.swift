#if canImport(UIKit) || canImport(AppKit)

  import SwiftUI

  #Preview("Half packed") {
    PackingView(model: .preview(adding: ["Soap", "Socks"], packing: [0]))
  }

  #Preview("Offline") {
    PackingView(model: .preview(adding: ["Soap"], suggesting: true, from: FixedServer(body: nil)))
  }
#endif
