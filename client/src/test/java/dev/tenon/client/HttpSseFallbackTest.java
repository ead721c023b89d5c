package dev.tenon.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.error.ConnectionFailedException;
import dev.tenon.client.error.HttpStatusException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a client reports of an address that serves neither Streamable HTTP nor HTTP+SSE. */
class HttpSseFallbackTest {
    /** Returns a server that responds to each POST with a status, and to a GET with another one and a web page. */
    private static MockHttpServer serve(int postStatus, int getStatus) throws Exception {
        return new MockHttpServer(request -> request.httpMethod().equals("GET")
                ? new MockHttpServer.MockResponse(getStatus, Map.of("Content-Type", "text/html"), "<h1>Welcome</h1>")
                : MockHttpServer.MockResponse.ofStatus(postStatus));
    }

    private static void connect(MockHttpServer server) {
        McpClient.builder("test", "1").connect(server.target()).close();
    }

    private static boolean hasGetRequest(MockHttpServer server) {
        return server.requests().stream()
                .anyMatch(request -> request.httpMethod().equals("GET"));
    }

    @Test
    void a_web_page_is_reported_as_such_and_not_as_closed_by_the_client() throws Exception {
        try (MockHttpServer server = serve(405, 200)) {
            assertThatThrownBy(() -> connect(server))
                    .isInstanceOf(ConnectionFailedException.class)
                    .hasMessageContaining("did not respond with an event stream")
                    .hasMessageContaining("Welcome");
        }
    }

    @Test
    void an_address_without_any_transport_is_reported_with_the_status_of_the_last_attempt() throws Exception {
        try (MockHttpServer server = serve(404, 410)) {
            assertThatThrownBy(() -> connect(server))
                    .isInstanceOf(HttpStatusException.class)
                    .hasMessageContaining("410");
        }
    }

    @Test
    void a_server_error_is_no_reason_to_try_the_older_transport() throws Exception {
        try (MockHttpServer server = serve(500, 200)) {
            assertThatThrownBy(() -> connect(server))
                    .isInstanceOf(HttpStatusException.class)
                    .hasMessageContaining("500");
            assertThat(hasGetRequest(server)).isFalse();
        }
    }
}
