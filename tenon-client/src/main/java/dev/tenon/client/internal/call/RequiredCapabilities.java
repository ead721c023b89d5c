package dev.tenon.client.internal.call;

import dev.tenon.client.ServerInfo;
import dev.tenon.client.error.NotSupportedException;
import dev.tenon.model.Method;
import dev.tenon.model.Methods;
import dev.tenon.model.ServerCapabilities;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What a server offers: only what was agreed on is used (lifecycle, section "Operation"). */
public final class RequiredCapabilities {
    private static final CapabilityRequirement TOOLS = new CapabilityRequirement("tools", can -> can.tools() != null);
    private static final CapabilityRequirement RESOURCES =
            new CapabilityRequirement("resources", can -> can.resources() != null);
    private static final CapabilityRequirement PROMPTS =
            new CapabilityRequirement("prompts", can -> can.prompts() != null);
    private static final CapabilityRequirement SUBSCRIPTIONS = new CapabilityRequirement(
            "resources.subscribe",
            can -> can.resources() != null && can.resources().subscribe());
    private static final Map<Method<?, ?>, CapabilityRequirement> BY_METHOD = Map.of(
            Methods.LIST_TOOLS, TOOLS,
            Methods.CALL_TOOL, TOOLS,
            Methods.LIST_RESOURCES, RESOURCES,
            Methods.LIST_RESOURCE_TEMPLATES, RESOURCES,
            Methods.READ_RESOURCE, RESOURCES,
            Methods.SUBSCRIBE, SUBSCRIPTIONS,
            Methods.UNSUBSCRIBE, SUBSCRIPTIONS,
            Methods.LIST_PROMPTS, PROMPTS,
            Methods.GET_PROMPT, PROMPTS,
            Methods.SET_LEVEL, new CapabilityRequirement("logging", ServerCapabilities::logging));

    /** A capability, and whether a server has declared it. */
    private record CapabilityRequirement(String capability, Predicate<ServerCapabilities> declared) {}

    private RequiredCapabilities() {}

    /**
     * Refuses a request that the server has not offered to answer.
     *
     * @throws NotSupportedException when it needs a capability that the server did not declare
     */
    public static void check(Method<?, ?> method, ServerInfo server) {
        String missing = missingCapability(method, server);
        if (missing != null) {
            throw new NotSupportedException(
                    "The server does not offer " + method + ": it does not declare the capability " + missing);
        }
    }

    private static @Nullable String missingCapability(Method<?, ?> method, ServerInfo server) {
        ServerCapabilities can = server.capabilities();
        if (method.equals(Methods.COMPLETE)) {
            return can.completions() || !server.revision().hasCompletionsCapability() ? null : "completions";
        }
        CapabilityRequirement need = BY_METHOD.get(method);
        return need == null || need.declared().test(can) ? null : need.capability();
    }
}
