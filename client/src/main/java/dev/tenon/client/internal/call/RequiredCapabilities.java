package dev.tenon.client.internal.call;

import dev.tenon.client.ServerInfo;
import dev.tenon.client.error.NotSupportedException;
import dev.tenon.model.Method;
import dev.tenon.model.Methods;
import java.util.Map;

/** Checks that a request needs only capabilities that the server declared (lifecycle, section "Operation"). */
public final class RequiredCapabilities {
    private static final Map<Method<?, ?>, String> BY_METHOD = Map.ofEntries(
            Map.entry(Methods.LIST_TOOLS, "tools"),
            Map.entry(Methods.CALL_TOOL, "tools"),
            Map.entry(Methods.LIST_RESOURCES, "resources"),
            Map.entry(Methods.LIST_RESOURCE_TEMPLATES, "resources"),
            Map.entry(Methods.READ_RESOURCE, "resources"),
            Map.entry(Methods.SUBSCRIBE, "resources.subscribe"),
            Map.entry(Methods.UNSUBSCRIBE, "resources.subscribe"),
            Map.entry(Methods.LIST_PROMPTS, "prompts"),
            Map.entry(Methods.GET_PROMPT, "prompts"),
            Map.entry(Methods.COMPLETE, "completions"),
            Map.entry(Methods.SET_LEVEL, "logging"));

    private RequiredCapabilities() {}

    /**
     * Checks that the server declared the capability that a request needs.
     *
     * @throws NotSupportedException when the server did not declare it
     */
    public static void check(Method<?, ?> method, ServerInfo server) {
        String capability = BY_METHOD.get(method);
        if (capability != null && !isDeclared(capability, server)) {
            throw new NotSupportedException(
                    "The server does not offer " + method + ": it does not declare the capability " + capability);
        }
    }

    private static boolean isDeclared(String capability, ServerInfo server) {
        var declared = server.capabilities();
        return switch (capability) {
            case "tools" -> declared.tools() != null;
            case "resources" -> declared.resources() != null;
            case "prompts" -> declared.prompts() != null;
            case "logging" -> declared.logging();
            case "completions" -> declared.completions() || !server.revision().hasCompletionsCapability();
            case "resources.subscribe" ->
                declared.resources() != null && declared.resources().subscribe();
            default -> throw new IllegalArgumentException("Unknown capability: " + capability);
        };
    }
}
