package dev.tenon.client.internal.call;

import dev.tenon.client.ServerInfo;
import dev.tenon.client.error.NotSupportedException;
import dev.tenon.model.Method;
import dev.tenon.model.Methods;
import dev.tenon.model.ServerCapabilities;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Checks that a request needs only capabilities that the server declared (lifecycle, section "Operation"). */
public final class RequiredCapabilities {
    private static final CapabilityRequirement TOOLS =
            new CapabilityRequirement("tools", capabilities -> capabilities.tools() != null);
    private static final CapabilityRequirement RESOURCES =
            new CapabilityRequirement("resources", capabilities -> capabilities.resources() != null);
    private static final CapabilityRequirement PROMPTS =
            new CapabilityRequirement("prompts", capabilities -> capabilities.prompts() != null);
    private static final CapabilityRequirement SUBSCRIPTIONS = new CapabilityRequirement(
            "resources.subscribe",
            capabilities ->
                    capabilities.resources() != null && capabilities.resources().subscribe());
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

    /** A capability, with a test whether a server has declared it. */
    private record CapabilityRequirement(String capability, Predicate<ServerCapabilities> declared) {}

    private RequiredCapabilities() {}

    /**
     * Checks that the server declared the capability that a request needs.
     *
     * @throws NotSupportedException when the server did not declare it
     */
    public static void check(Method<?, ?> method, ServerInfo server) {
        String missing = missingCapability(method, server);
        if (missing != null) {
            throw new NotSupportedException(
                    "The server does not offer " + method + ": it does not declare the capability " + missing);
        }
    }

    private static @Nullable String missingCapability(Method<?, ?> method, ServerInfo server) {
        ServerCapabilities capabilities = server.capabilities();
        if (method.equals(Methods.COMPLETE)) {
            return capabilities.completions() || !server.revision().hasCompletionsCapability() ? null : "completions";
        }
        CapabilityRequirement requirement = BY_METHOD.get(method);
        return requirement == null || requirement.declared().test(capabilities) ? null : requirement.capability();
    }
}
