package app.search

import androidx.lifecycle.SavedStateHandle
import androidx.lifecycle.ViewModel
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.SupervisorJob
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.SharingStarted
import kotlinx.coroutines.flow.StateFlow
import kotlinx.coroutines.flow.map
import kotlinx.coroutines.flow.stateIn
import kotlinx.coroutines.launch
import suas.CoroutineClock
import suas.CoroutinePerformer
import suas.EffectAnswer
import suas.EffectRequest
import suas.SpecClock
import suas.SpecHost
import suas.SpecRuntime
import suas.attach
import suas.errors

public class SearchViewModel @JvmOverloads constructor(
    handle: SavedStateHandle,
    scope: CoroutineScope = CoroutineScope(Dispatchers.Main.immediate + SupervisorJob()),
    clock: SpecClock = CoroutineClock(scope),
    perform: suspend (EffectRequest) -> EffectAnswer = ::performHttp,
) : ViewModel(scope) {
    private val runtime = SpecRuntime(AppSpec, SpecHost(clock, CoroutinePerformer(scope, single = perform)))
    private val store = runtime.createStore(AppSpec.restore(handle.get<String>("state"))).build()
    private val flows = AppFlows(store)

    public val search: StateFlow<Search> = flows.search
    public val title: StateFlow<String> = flows.cities.map { titleOf(it) }
        .stateIn(scope, SharingStarted.WhileSubscribed(5_000), titleOf(null))
    public val errors: Flow<String> = store.errors().map { it.message }

    init {
        runtime.attach(store, scope)
        scope.launch { flows.state.collect { handle["state"] = AppSpec.savedText(store.getState()) } }
    }

    public fun dispatch(action: AppAction) {
        store.dispatch(action)
    }
}

private fun titleOf(cities: List<String>?): String = if (cities == null) "Cities" else "${cities.size} found"
