package dev.tenon.oauth.client;

import dev.tenon.json.Json;
import dev.tenon.oauth.client.StubHttpServer.ReceivedRequest;
import dev.tenon.oauth.client.StubHttpServer.StubResponse;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A server of revision 2026-07-28 that accepts the tokens of one authorization server. */
final class TestServer implements AutoCloseable {
    static final String METADATA = "/.well-known/oauth-protected-resource/mcp";

    final StubHttpServer httpServer = new StubHttpServer();
    final Map<String, Object> metadata = new LinkedHashMap<>();
    /** The scopes that a tool requires. */
    final Map<String, Set<String>> requiredScopes = new ConcurrentHashMap<>();

    volatile TestIssuer issuer;
    volatile boolean sendsMetadataUrl = true;
    /** The scope in a challenge; null for none. */
    volatile String challengedScope;

    volatile String scheme = "Bearer";

    TestServer(TestIssuer issuer) throws IOException {
        this.issuer = issuer;
        metadata.put("resource", url());
        metadata.put("authorization_servers", List.of(issuer.issuer()));
        httpServer.setHandler("/mcp", this::handleCall).setHandler(METADATA, request -> StubResponse.ofJson(metadata));
    }

    String url() {
        return httpServer.baseUrl() + "/mcp";
    }

    private StubResponse handleCall(ReceivedRequest request) {
        if (!request.method().equals("POST")) {
            return StubResponse.ofStatus(405);
        }
        String authorization = request.header("Authorization");
        Set<String> granted =
                authorization == null ? null : issuer.accessTokens.get(authorization.replace("Bearer ", ""));
        Json message = request.json();
        if (granted == null) {
            return createChallenge(401, challengedScope, authorization == null ? "" : "error=\"invalid_token\", ");
        }
        Json name = message.get("params") == null ? null : message.get("params").get("name");
        Set<String> required = requiredScopes.getOrDefault(name == null ? "" : name.string(), Set.of());
        if (!granted.containsAll(required)) {
            return createChallenge(403, String.join(" ", required), "error=\"insufficient_scope\", ");
        }
        return createResult(message);
    }

    private StubResponse createChallenge(int status, String scope, String error) {
        String metadataUrl =
                sendsMetadataUrl ? "resource_metadata=\"" + httpServer.baseUrl() + METADATA + "\"" : "realm=\"a\"";
        String scopes = scope == null ? "" : ", scope=\"" + scope + "\"";
        return StubResponse.ofStatus(status)
                .withHeader("WWW-Authenticate", scheme + " " + error + metadataUrl + scopes);
    }

    static StubResponse createResult(Json message) {
        String method = String.valueOf(message.get("method").string());
        String result =
                switch (method) {
                    case "server/discover" ->
                        "{\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":{\"tools\":{}},";
                    case "tools/list" ->
                        "{\"tools\":[{\"name\":\"look\",\"inputSchema\":{\"type\":\"object\"}},"
                                + "{\"name\":\"write\",\"inputSchema\":{\"type\":\"object\"}},"
                                + "{\"name\":\"erase\",\"inputSchema\":{\"type\":\"object\"}}],";
                    default -> "{\"content\":[],";
                };
        return new StubResponse(
                200,
                Map.of("Content-Type", "application/json"),
                "{\"jsonrpc\":\"2.0\",\"id\":" + message.get("id") + ",\"result\":" + result
                        + "\"resultType\":\"complete\",\"ttlMs\":0,\"cacheScope\":\"private\"}}");
    }

    @Override
    public void close() {
        httpServer.close();
    }
}
