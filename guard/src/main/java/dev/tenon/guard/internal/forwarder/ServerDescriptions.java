package dev.tenon.guard.internal.forwarder;

import dev.tenon.client.ServerInfo;
import dev.tenon.guard.policy.Caller;
import dev.tenon.guard.policy.PolicyChain;
import dev.tenon.guard.policy.PolicyMessage;
import dev.tenon.guard.policy.PolicyOutcome;
import dev.tenon.json.Json;
import dev.tenon.json.JsonWriter;
import dev.tenon.model.Implementation;
import dev.tenon.model.Methods;
import dev.tenon.model.Revision;
import dev.tenon.model.ServerCapabilities;
import dev.tenon.server.forwarder.ServerDescription;

/** Describes upstream servers to clients. Models read these texts, so they pass the policies like messages. */
public final class ServerDescriptions {
    private ServerDescriptions() {}

    /**
     * Returns the description of an upstream server for clients. It declares completions if the server does, and always
     * if the server's revision does not have that capability.
     *
     * @param fallback the implementation that clients see if the server does not identify itself
     */
    public static ServerDescription of(ServerInfo server, Implementation fallback) {
        Implementation description = server.implementation();
        ServerCapabilities capabilities = server.capabilities();
        // Before a revision has the capability, only a call shows whether a server supports completion.
        boolean completes = capabilities.completions() || !server.revision().hasCompletionsCapability();
        return new ServerDescription(
                description == null ? fallback : description,
                capabilities.withCompletions(completes),
                server.instructions());
    }

    /** Applies these policies to a description, for a client of the given revision. */
    static ServerDescription filter(
            MessageInterceptor interceptor,
            PolicyChain policies,
            ServerDescription description,
            Revision clientRevision,
            Caller caller) {
        if (policies == PolicyChain.NONE) {
            return description;
        }
        Implementation self = description.implementation();
        Json body = new JsonWriter()
                .beginObject()
                .field("instructions", description.instructions())
                .field("title", self.title())
                .field("description", self.description())
                .endObject()
                .toJson();
        PolicyMessage message = PolicyMessage.request(
                        interceptor.upstream(), Methods.DISCOVER.name(), Json.EMPTY_OBJECT)
                .withRevision(clientRevision)
                .withCaller(caller)
                .toResult(body);
        PolicyOutcome outcome = interceptor.applyPoliciesAndReport(policies, message);
        Json filtered = outcome.isAllowed() ? outcome.message().body() : Json.EMPTY_OBJECT;
        Implementation filteredSelf =
                self.withTitle(filtered.string("title")).withDescription(filtered.string("description"));
        return new ServerDescription(filteredSelf, description.capabilities(), filtered.string("instructions"));
    }
}
