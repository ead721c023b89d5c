package dev.tenon.guard.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.guard.config.UpstreamCredentials;
import dev.tenon.guard.config.UpstreamTarget.NetworkTarget;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TransportAttributesTest {
    @ParameterizedTest
    @CsvSource({
        "http://example.com/mcp, http, 80",
        "HTTPS://example.com/mcp, http, 443",
        "ws://example.com/mcp, websocket, 80",
        "wss://example.com/mcp, websocket, 443",
        "ws://example.com:9000/mcp, websocket, 9000",
    })
    void a_url_without_a_port_has_the_default_port_of_its_scheme(URI url, String protocol, int port) {
        NetworkTarget target = new NetworkTarget(url, false, Map.of(), new UpstreamCredentials.NoCredentials());

        assertThat(TransportAttributes.of(target))
                .isEqualTo(new TransportAttributes("tcp", protocol, "example.com", port));
    }

    @Test
    void the_port_of_a_client_target_is_reported() {
        assertThat(TransportAttributes.of(ServerTarget.http(URI.create("https://example.com:8443/mcp"))))
                .isEqualTo(new TransportAttributes("tcp", "http", "example.com", 8443));
    }
}
