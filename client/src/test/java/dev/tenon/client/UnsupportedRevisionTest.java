package dev.tenon.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.client.error.NotSupportedException;
import dev.tenon.coverage.Covers;
import dev.tenon.json.Json;
import dev.tenon.model.Revision;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server rejects the newest revision and names the supported ones. */
class UnsupportedRevisionTest {
    private static final String DISCOVER_RESULT = """
            "result":{"resultType":"complete","ttlMs":0,"cacheScope":"private","supportedVersions":["2026-07-28"],\
            "capabilities":{}}""";
    private static final String INITIALIZE_RESULT = """
            "result":{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"s","version":"1"}}""";

    private final List<String> methods = new CopyOnWriteArrayList<>();
    private HttpServer server;
    private int remainingRejections;
    private String supported;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/mcp", this::handle);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void handle(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        if (!exchange.getRequestMethod().equals("POST")) {
            send(exchange, 405, "");
            return;
        }
        Json request = Json.parse(new String(body, UTF_8));
        String method = request.get("method").string();
        methods.add(method);
        if (request.get("id") == null) {
            send(exchange, 202, "");
        } else if (method.equals("initialize")) {
            send(exchange, 200, createResponse(request, INITIALIZE_RESULT));
        } else if (remainingRejections-- > 0) {
            send(
                    exchange,
                    400,
                    createResponse(
                            request,
                            "\"error\":{\"code\":-32022,\"message\":\"Unsupported protocol version\","
                                    + "\"data\":{\"requested\":\"2026-07-28\",\"supported\":" + supported + "}}"));
        } else {
            send(exchange, 200, createResponse(request, DISCOVER_RESULT));
        }
    }

    private static String createResponse(Json request, String resultOrError) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + request.get("id") + "," + resultOrError + "}";
    }

    private static void send(HttpExchange exchange, int status, String body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, body.isEmpty() ? -1 : body.length());
        exchange.getResponseBody().write(body.getBytes(UTF_8));
        exchange.close();
    }

    private McpClient connect() {
        return McpClient.builder("client", "1")
                .connect(ServerTarget.http(
                        "http://127.0.0.1:" + server.getAddress().getPort() + "/mcp"));
    }

    @Test
    @Covers("2026-07-28/versioning/client-retries-supported")
    void a_server_that_names_the_newest_revision_is_probed_again() {
        remainingRejections = 1;
        supported = "[\"2026-07-28\"]";
        try (McpClient client = connect()) {
            assertThat(client.server().revision()).isEqualTo(Revision.V2026_07_28);
            assertThat(methods).containsExactly("server/discover", "server/discover");
        }
    }

    @Test
    void the_number_of_probes_is_limited() {
        remainingRejections = Integer.MAX_VALUE;
        supported = "[\"2026-07-28\"]";
        assertThatThrownBy(this::connect)
                .isInstanceOf(NotSupportedException.class)
                .hasMessageContaining("rejects revision 2026-07-28 although it lists it as supported");
        assertThat(methods).containsExactly("server/discover", "server/discover");
    }

    @Test
    @Covers("2026-07-28/versioning/client-retries-supported")
    void the_common_revision_is_chosen() {
        remainingRejections = Integer.MAX_VALUE;
        supported = "[\"2025-06-18\",\"2025-11-25\"]";
        try (McpClient client = connect()) {
            assertThat(client.server().revision()).isEqualTo(Revision.V2025_11_25);
            assertThat(methods).startsWith("server/discover", "initialize");
        }
    }

    @Test
    @Covers("2026-07-28/versioning/client-retries-supported")
    void without_a_common_revision_the_exception_names_those_of_the_server() {
        remainingRejections = Integer.MAX_VALUE;
        supported = "[\"2099-01-01\"]";
        assertThatThrownBy(this::connect)
                .isInstanceOf(NotSupportedException.class)
                .hasMessageContaining("2099-01-01");
    }
}
