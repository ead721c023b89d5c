package dev.tenon.client.internal;

import dev.tenon.client.NotSupportedException;
import dev.tenon.client.ServerInfo;
import dev.tenon.model.Method;
import dev.tenon.model.Methods;
import dev.tenon.model.ServerCapabilities;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a server offers: only what was agreed on is used (lifecycle, section "Operation"). */
final class Offer {
    private static final Map<Method<?, ?>, String> NEEDS = Map.of(
            Methods.LIST_TOOLS, "tools",
            Methods.CALL_TOOL, "tools",
            Methods.LIST_RESOURCES, "resources",
            Methods.LIST_RESOURCE_TEMPLATES, "resources",
            Methods.READ_RESOURCE, "resources",
            Methods.SUBSCRIBE, "resources.subscribe",
            Methods.UNSUBSCRIBE, "resources.subscribe",
            Methods.LIST_PROMPTS, "prompts",
            Methods.GET_PROMPT, "prompts",
            Methods.SET_LEVEL, "logging");

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
        String need = NEEDS.get(method);
        if (need == null) {
            return null;
        }
        boolean declared =
                switch (need) {
                    case "tools" -> can.tools() != null;
                    case "resources" -> can.resources() != null;
                    case "prompts" -> can.prompts() != null;
                    case "logging" -> can.logging();
                    default -> can.resources() != null && can.resources().subscribe();
                };
        return declared ? null : need;
    }
}
