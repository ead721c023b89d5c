package dev.tenon.oauth.client;

import dev.tenon.json.Json;
import dev.tenon.oauth.client.StubHttpServer.Answer;
import dev.tenon.oauth.client.StubHttpServer.Seen;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A server of revision 2026-07-28 that accepts the tokens of one authorization server. */
final class TestServer implements AutoCloseable {
    static final String METADATA = "/.well-known/oauth-protected-resource/mcp";

    final StubHttpServer place = new StubHttpServer();
    final Map<String, Object> metadata = new LinkedHashMap<>();
    /** The scopes that a tool requires. */
    final Map<String, Set<String>> wanted = new ConcurrentHashMap<>();

    volatile TestIssuer issuer;
    volatile boolean namesMetadata = true;
    /** The scope in a challenge; null for none. */
    volatile String challengedScope;

    volatile String scheme = "Bearer";

    TestServer(TestIssuer issuer) throws IOException {
        this.issuer = issuer;
        metadata.put("resource", url());
        metadata.put("authorization_servers", List.of(issuer.issuer()));
        place.on("/mcp", this::call).on(METADATA, seen -> Answer.json(metadata));
    }

    String url() {
        return place.base() + "/mcp";
    }

    /** The calls with these credentials. */
    List<Seen> calls(String authorization) {
        return place.seen("/mcp").stream()
                .filter(seen -> authorization.equals(seen.header("Authorization")))
                .toList();
    }

    private Answer call(Seen seen) {
        if (!seen.verb().equals("POST")) {
            return Answer.status(405);
        }
        String sent = seen.header("Authorization");
        Set<String> has = sent == null ? null : issuer.good.get(sent.replace("Bearer ", ""));
        Json request = seen.json();
        if (has == null) {
            return refuse(401, challengedScope, sent == null ? "" : "error=\"invalid_token\", ");
        }
        Json name = request.get("params") == null ? null : request.get("params").get("name");
        Set<String> needs = wanted.getOrDefault(name == null ? "" : name.string(), Set.of());
        if (!has.containsAll(needs)) {
            return refuse(403, String.join(" ", needs), "error=\"insufficient_scope\", ");
        }
        return answer(request);
    }

    private Answer refuse(int status, String scope, String error) {
        String metadataUrl = namesMetadata ? "resource_metadata=\"" + place.base() + METADATA + "\"" : "realm=\"a\"";
        String scopes = scope == null ? "" : ", scope=\"" + scope + "\"";
        return Answer.status(status).with("WWW-Authenticate", scheme + " " + error + metadataUrl + scopes);
    }

    static Answer answer(Json request) {
        String method = String.valueOf(request.get("method").string());
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
        return new Answer(
                200,
                Map.of("Content-Type", "application/json"),
                "{\"jsonrpc\":\"2.0\",\"id\":" + request.get("id") + ",\"result\":" + result
                        + "\"resultType\":\"complete\",\"ttlMs\":0,\"cacheScope\":\"private\"}}");
    }

    @Override
    public void close() {
        place.close();
    }
}
