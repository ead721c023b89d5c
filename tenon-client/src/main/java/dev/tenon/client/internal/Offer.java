package dev.tenon.client.internal;

import dev.tenon.client.NotSupportedException;
import dev.tenon.client.ServerInfo;
import dev.tenon.model.Method;
import dev.tenon.model.Methods;
import dev.tenon.model.ServerCapabilities;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What a server offers: only what was agreed on is used (lifecycle, section "Operation"). */
final class Offer {
    private static final Need TOOLS = new Need("tools", can -> can.tools() != null);
    private static final Need RESOURCES = new Need("resources", can -> can.resources() != null);
    private static final Need PROMPTS = new Need("prompts", can -> can.prompts() != null);
    private static final Need SUBSCRIPTIONS = new Need(
            "resources.subscribe",
            can -> can.resources() != null && can.resources().subscribe());
    private static final Map<Method<?, ?>, Need> NEEDS = Map.of(
            Methods.LIST_TOOLS, TOOLS,
            Methods.CALL_TOOL, TOOLS,
            Methods.LIST_RESOURCES, RESOURCES,
            Methods.LIST_RESOURCE_TEMPLATES, RESOURCES,
            Methods.READ_RESOURCE, RESOURCES,
            Methods.SUBSCRIBE, SUBSCRIPTIONS,
            Methods.UNSUBSCRIBE, SUBSCRIPTIONS,
            Methods.LIST_PROMPTS, PROMPTS,
            Methods.GET_PROMPT, PROMPTS,
            Methods.SET_LEVEL, new Need("logging", ServerCapabilities::logging));

    /** A capability, and whether a server has declared it. */
    private record Need(String capability, Predicate<ServerCapabilities> declared) {}

    private Offer() {}

    /**
     * Refuses a request that the server has not offered to answer.
     *
     * @throws NotSupportedException when it needs a capability that the server did not declare
     */
    static void check(Method<?, ?> method, ServerInfo server) {
        String missing = missing(method, server);
        if (missing != null) {
            throw new NotSupportedException(
                    "The server does not offer " + method + ": it does not declare the capability " + missing);
        }
    }

    private static @Nullable String missing(Method<?, ?> method, ServerInfo server) {
        ServerCapabilities can = server.capabilities();
        if (method.equals(Methods.COMPLETE)) {
            return can.completions() || !server.revision().hasCompletionsCapability() ? null : "completions";
        }
        Need need = NEEDS.get(method);
        return need == null || need.declared().test(can) ? null : need.capability();
    }
}
