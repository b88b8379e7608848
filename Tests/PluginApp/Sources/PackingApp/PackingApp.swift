import Foundation
import SuasSaving
import SwiftUI

@main
struct PackingApp: App {
  @Environment(\.scenePhase) private var phase
  private let model = PackingModel(at: Self.place, suggestions: NetworkServer())

  /// A file in the folder of the app, if there is one.
  private static var place: StateFile? {
    let folder = try? FileManager.default.url(
      for: .applicationSupportDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
    return folder.map { StateFile($0.appending(path: "packing.json").path) }
  }

  var body: some Scene {
    WindowGroup {
      PackingView(model: model)
    }
    .onChange(of: phase) { _, phase in
      if phase == .background { try? model.save() }
    }
  }
}
