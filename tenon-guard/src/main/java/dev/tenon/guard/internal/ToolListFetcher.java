package dev.tenon.guard.internal;

import dev.tenon.client.ClientLimits;
import dev.tenon.client.McpClient;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.guard.BreakerLimits;
import dev.tenon.guard.internal.forwarder.CircuitBreaker;
import dev.tenon.guard.internal.forwarder.UpstreamConnection;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.LeniencyPolicy;
import dev.tenon.model.ClientCapabilities;
import dev.tenon.model.Implementation;
import java.util.Map;

/** The tools of a server as it is now, letter by letter as it lists them. */
public final class ToolListFetcher {
    private ToolListFetcher() {}

    /**
     * Connects, asks, and lets go.
     *
     * @param tolerance of what the server sends that is not exact
     * @return the definitions by name
     * @throws dev.tenon.client.error.McpClientException when there is no answer
     */
    public static Map<String, Json> fetch(
            ServerTarget target, Implementation self, ClientLimits limits, LeniencyPolicy tolerance) {
        try (UpstreamConnection upstream = new UpstreamConnection(
                McpClient.builder(self.name(), self.version())
                        .implementation(self)
                        .limits(limits),
                target,
                ClientCapabilities.NONE,
                null,
                self,
                new CircuitBreaker(target.label(), BreakerLimits.DEFAULT),
                tolerance)) {
            return upstream.definitions().fetchAll();
        }
    }
}
