@_exported import SuasEngine
@_exported import SuasRuntime
