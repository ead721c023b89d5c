package dev.tenon.oauth.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.Covers;
import dev.tenon.json.Json;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class OAuthAuthenticatorTest {
    private static final String METADATA = "https://mcp.example.com/.well-known/oauth-protected-resource/mcp";

    private static ProtectedTestServer server;
    private final Issuer issuer = new Issuer();

    @BeforeAll
    static void open() {
        server = ProtectedTestServer.start(ProtectedTestServer.newAuthenticatorBuilder()
                .name("Files")
                .documentation("https://example.com/docs")
                .advertiseScopes("files:read")
                .implyScopes("files:all", "files:write")
                .implyScopes("files:write", "files:read")
                .build());
    }

    @AfterAll
    static void close() {
        server.close();
    }

    @Test
    @Covers({"core/auth-server/validate-token", "2025-03-26/auth-server/validate-token"})
    void a_valid_token_is_accepted() throws Exception {
        HttpResponse<String> response = RequestSender.sendWithToken(
                RequestSender.newToolCall(server.uri(), "whoami"), issuer.issueToken("mcp"));

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).contains("https://login.example.com|ann");
    }

    @Test
    @Covers({
        "2025-03-26/auth-server/401-required",
        "2025-06-18/auth-server/www-authenticate-required",
        "core/auth-server/prm-advertise",
        "core/auth-server/scope-challenge"
    })
    void without_a_token_the_response_is_401_with_the_metadata_url() throws Exception {
        HttpResponse<String> response = RequestSender.send(RequestSender.newToolCall(server.uri(), "whoami"));

        assertThat(response.statusCode()).isEqualTo(401);
        assertThat(RequestSender.getChallenge(response))
                .isEqualTo("Bearer resource_metadata=\"" + METADATA + "\", scope=\"mcp\"");
        assertThat(response.body()).isEmpty();
    }

    @Test
    @Covers({
        "core/auth-server/protected-resource-metadata",
        "core/auth-server/authorization-servers-field",
        "2026-07-28/auth-server/no-offline-access"
    })
    void the_metadata_is_public_at_its_well_known_urls() throws Exception {
        for (String path :
                new String[] {"/.well-known/oauth-protected-resource/mcp", "/.well-known/oauth-protected-resource"}) {
            HttpResponse<String> response = RequestSender.send(RequestSender.newRequest(at(path))
                    .header("Origin", "https://app.example")
                    .GET());

            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.headers().firstValue("Access-Control-Allow-Origin"))
                    .hasValue("*");
            assertThat(response.headers().firstValue("Content-Type")).hasValue("application/json");
            Json metadata = Json.parse(response.body());
            assertThat(metadata.get("resource")).isEqualTo(Json.of(Issuer.RESOURCE));
            assertThat(metadata.get("authorization_servers")).isEqualTo(Json.parse("[\"https://login.example.com\"]"));
            assertThat(metadata.get("scopes_supported")).isEqualTo(Json.parse("[\"mcp\",\"files:read\"]"));
            assertThat(metadata.get("bearer_methods_supported")).isEqualTo(Json.parse("[\"header\"]"));
            assertThat(metadata.get("resource_name")).isEqualTo(Json.of("Files"));
        }
    }

    private static URI at(String path) {
        return server.uri().resolve(path);
    }

    @Test
    void a_browser_page_may_request_the_metadata() throws Exception {
        HttpResponse<String> response =
                RequestSender.send(RequestSender.newRequest(at("/.well-known/oauth-protected-resource/mcp"))
                        .header("Origin", "https://app.example")
                        .header("Access-Control-Request-Method", "GET")
                        .header("Access-Control-Request-Headers", "mcp-protocol-version")
                        .method("OPTIONS", HttpRequest.BodyPublishers.noBody()));

        assertThat(response.statusCode()).isEqualTo(204);
        assertThat(response.headers().firstValue("Access-Control-Allow-Origin")).hasValue("*");
        assertThat(response.headers().firstValue("Access-Control-Allow-Methods"))
                .hasValue("GET");
        assertThat(response.headers().firstValue("Access-Control-Allow-Headers"))
                .hasValue("mcp-protocol-version");
    }

    @Test
    void the_metadata_is_read_only() throws Exception {
        HttpResponse<String> response =
                RequestSender.send(RequestSender.newRequest(at("/.well-known/oauth-protected-resource"))
                        .POST(HttpRequest.BodyPublishers.ofString("{}")));

        assertThat(response.statusCode()).isEqualTo(405);
    }

    @Test
    @Covers({
        "core/auth-server/status-codes",
        "core/auth-server/insufficient-scope",
        "core/auth-server/insufficient-scope-current-op",
        "2026-07-28/auth-server/insufficient-scope-all-at-once"
    })
    void all_scopes_that_a_call_needs_are_named_at_once() throws Exception {
        for (String scopes : new String[] {"mcp", "", "mcp files:read", "files:write"}) {
            HttpResponse<String> response = RequestSender.sendWithToken(
                    RequestSender.newToolCall(server.uri(), "write"), issuer.issueToken(scopes));

            assertThat(response.statusCode()).as(scopes).isEqualTo(403);
            assertThat(RequestSender.getChallenge(response))
                    .isEqualTo("Bearer error=\"insufficient_scope\", resource_metadata=\"" + METADATA
                            + "\", scope=\"files:read files:write mcp\"");
            assertThat(RequestSender.parseJson(response).get("error").get("code"))
                    .isEqualTo(Json.of(403));
            assertThat(response.body()).doesNotContain("files").doesNotContain("mcp");
        }
    }

    @Test
    @Covers("2026-07-28/auth-server/scope-hierarchy")
    void a_broader_scope_implies_the_narrower_ones() throws Exception {
        for (String scopes : new String[] {"mcp files:all", "mcp files:write", "mcp files:write files:read"}) {
            HttpResponse<String> response = RequestSender.sendWithToken(
                    RequestSender.newToolCall(server.uri(), "write"), issuer.issueToken(scopes));

            assertThat(response.statusCode()).as(scopes).isEqualTo(200);
        }
    }
}
