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

/** Fetches the tools of a server exactly as it lists them. */
public final class ToolListFetcher {
    private ToolListFetcher() {}

    /**
     * Connects, lists the tools, and disconnects.
     *
     * @param tolerance the leniency for protocol violations of the server
     * @return the definitions by name
     * @throws dev.tenon.client.error.McpClientException if the server does not respond
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
            return upstream.toolDefinitions().fetchAndCacheAll();
        }
    }
}
