package dev.tenon.servlet;

import dev.tenon.server.http.HttpOptions;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;

/** A test server in a servlet container, and the requests of a client for it. */
final class ServletFixture implements AutoCloseable {
    static final String LEGACY = "2025-11-25";
    static final String MODERN = "2026-07-28";

    private static final String ACCEPT = "application/json, text/event-stream";
    private static final String META = "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"" + MODERN
            + "\",\"io.modelcontextprotocol/clientCapabilities\":{},\"progressToken\":\"p\"}";

    final TestServer testServer;
    final Container.RunningContainer container;
    private final McpServlet servlet;
    final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final URI uri;

    ServletFixture(Container kind) {
        this(kind, new TestServer(), HttpOptions.DEFAULT);
    }

    ServletFixture(Container kind, TestServer testServer, HttpOptions options) {
        this(kind, testServer, Container.Deployment.of(McpServlet.of(testServer.server, options)), "/mcp");
    }

    ServletFixture(Container kind, TestServer testServer, Container.Deployment deployment, String path) {
        this.testServer = testServer;
        this.servlet = (McpServlet) deployment.servlet();
        this.container = kind.start(deployment);
        this.uri = URI.create("http://127.0.0.1:" + container.port() + path);
    }

    int port() {
        return container.port();
    }

    /** Returns the number of requests whose responses are incomplete. */
    int openExchangeCount() {
        return servlet.openExchangeCount();
    }

    long bodyBytes() {
        return servlet.bodyBytes();
    }

    Map<String, Long> limitCounts() {
        return servlet.limitCounts();
    }

    HttpRequest.Builder request() {
        return HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(60));
    }

    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(uri.resolve(path)).timeout(Duration.ofSeconds(60));
    }

    HttpRequest.Builder post(String body) {
        return post(BodyPublishers.ofString(body));
    }

    HttpRequest.Builder post(HttpRequest.BodyPublisher body) {
        return request()
                .header("Content-Type", "application/json")
                .header("Accept", ACCEPT)
                .POST(body);
    }

    /** Builds a request of 2026-07-28; {@code params} are members, starting with a comma. */
    HttpRequest.Builder modernRequest(Object id, String method, String params) {
        return post(modernBody(id, method, params))
                .header("MCP-Protocol-Version", MODERN)
                .header("Mcp-Method", method);
    }

    static String modernBody(Object id, String method, String params) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":{" + META + params
                + "}}";
    }

    HttpRequest.Builder modernCall(Object id, String tool, String arguments) {
        return modernRequest(id, "tools/call", ",\"name\":\"" + tool + "\",\"arguments\":" + arguments)
                .header("Mcp-Name", tool);
    }

    /** Opens a session of 2025-11-25 and returns its id. */
    String openSession() {
        HttpResponse<String> opened = send(initialize());
        String id = opened.headers().firstValue("Mcp-Session-Id").orElseThrow();
        send(legacyRequest(id, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}"));
        return id;
    }

    HttpRequest.Builder initialize() {
        return post("{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\""
                + LEGACY + "\",\"capabilities\":{},\"clientInfo\":{\"name\":\"test\",\"version\":\"1\"}}}");
    }

    HttpRequest.Builder legacyRequest(String session, String body) {
        return withSession(post(body), session);
    }

    HttpRequest.Builder legacyCall(String session, Object id, String tool, String arguments) {
        return legacyRequest(
                session,
                "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"tools/call\",\"params\":{\"name\":\"" + tool
                        + "\",\"arguments\":" + arguments + ",\"_meta\":{\"progressToken\":\"p\"}}}");
    }

    HttpRequest.Builder withSession(HttpRequest.Builder request, String session) {
        return request.header("Mcp-Session-Id", session).header("MCP-Protocol-Version", LEGACY);
    }

    HttpRequest.Builder streamRequest(String session) {
        return withSession(request().header("Accept", "text/event-stream").GET(), session);
    }

    HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return http.send(request.build(), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Sends a request and reads its response as an event stream. */
    EventStream openEvents(HttpRequest.Builder request) {
        try {
            HttpResponse<InputStream> response = http.send(request.build(), BodyHandlers.ofInputStream());
            return new EventStream(response);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        testServer.waitPermits.release(1000);
        try {
            container.close();
        } finally {
            testServer.close();
        }
    }
}
