package dev.tenon.client.internal;

import dev.tenon.client.NotSupportedException;
import dev.tenon.client.ServerInfo;
import dev.tenon.model.Method;
import dev.tenon.model.Methods;
import dev.tenon.model.ServerCapabilities;
import java.util.Map;
import java.util.function.Predicate;

/** What a server offers: only what was agreed on is used (lifecycle, section "Operation"). */
final class Offer {
    private static final Map<Method<?, ?>, Predicate<ServerCapabilities>> NEEDS = Map.ofEntries(
            Map.entry(Methods.LIST_TOOLS, c -> c.tools() != null),
            Map.entry(Methods.CALL_TOOL, c -> c.tools() != null),
            Map.entry(Methods.LIST_RESOURCES, c -> c.resources() != null),
            Map.entry(Methods.LIST_RESOURCE_TEMPLATES, c -> c.resources() != null),
            Map.entry(Methods.READ_RESOURCE, c -> c.resources() != null),
            Map.entry(
                    Methods.SUBSCRIBE,
                    c -> c.resources() != null && c.resources().subscribe()),
            Map.entry(
                    Methods.UNSUBSCRIBE,
                    c -> c.resources() != null && c.resources().subscribe()),
            Map.entry(Methods.LIST_PROMPTS, c -> c.prompts() != null),
            Map.entry(Methods.GET_PROMPT, c -> c.prompts() != null),
            Map.entry(Methods.SET_LEVEL, ServerCapabilities::logging));

    private Offer() {}

    /**
     * Refuses a request that the server has not offered to answer.
     *
     * @throws NotSupportedException when it needs a capability that the server did not declare
     */
    static void check(Method<?, ?> method, ServerInfo server) {
        Predicate<ServerCapabilities> need = NEEDS.get(method);
        boolean declared = !method.equals(Methods.COMPLETE)
                || server.capabilities().completions()
                || !server.revision().hasCompletionsCapability();
        if (need != null && !need.test(server.capabilities()) || !declared) {
            throw new NotSupportedException("The server does not offer " + method + ": it declares no such capability");
        }
    }
}
