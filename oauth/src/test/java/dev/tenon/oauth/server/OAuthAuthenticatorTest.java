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

    private static ProtectedTestServer site;
    private final Issuer issuer = new Issuer();

    @BeforeAll
    static void open() {
        site = ProtectedTestServer.open(ProtectedTestServer.resource()
                .name("Files")
                .documentation("https://example.com/docs")
                .advertiseScopes("files:read")
                .implyScopes("files:all", "files:write")
                .implyScopes("files:write", "files:read")
                .build());
    }

    @AfterAll
    static void close() {
        site.close();
    }

    @Test
    @Covers({"core/auth-server/validate-token", "2025-03-26/auth-server/validate-token"})
    void a_valid_token_is_accepted() throws Exception {
        HttpResponse<String> answer =
                RequestSender.bearer(RequestSender.tool(site.uri(), "whoami"), issuer.token("mcp"));

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).contains("https://login.example.com|ann");
    }

    @Test
    @Covers({
        "2025-03-26/auth-server/401-required",
        "2025-06-18/auth-server/www-authenticate-required",
        "core/auth-server/prm-advertise",
        "core/auth-server/scope-challenge"
    })
    void without_a_token_the_response_is_401_with_the_metadata_url() throws Exception {
        HttpResponse<String> answer = RequestSender.send(RequestSender.tool(site.uri(), "whoami"));

        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(RequestSender.challenge(answer))
                .isEqualTo("Bearer resource_metadata=\"" + METADATA + "\", scope=\"mcp\"");
        assertThat(answer.body()).isEmpty();
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
            HttpResponse<String> answer = RequestSender.send(RequestSender.at(at(path))
                    .header("Origin", "https://app.example")
                    .GET());

            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.headers().firstValue("Access-Control-Allow-Origin"))
                    .hasValue("*");
            assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/json");
            Json metadata = Json.parse(answer.body());
            assertThat(metadata.get("resource")).isEqualTo(Json.of(Issuer.RESOURCE));
            assertThat(metadata.get("authorization_servers")).isEqualTo(Json.parse("[\"https://login.example.com\"]"));
            assertThat(metadata.get("scopes_supported")).isEqualTo(Json.parse("[\"mcp\",\"files:read\"]"));
            assertThat(metadata.get("bearer_methods_supported")).isEqualTo(Json.parse("[\"header\"]"));
            assertThat(metadata.get("resource_name")).isEqualTo(Json.of("Files"));
        }
    }

    private static URI at(String path) {
        return site.uri().resolve(path);
    }

    @Test
    void a_browser_page_may_request_the_metadata() throws Exception {
        HttpResponse<String> answer =
                RequestSender.send(RequestSender.at(at("/.well-known/oauth-protected-resource/mcp"))
                        .header("Origin", "https://app.example")
                        .header("Access-Control-Request-Method", "GET")
                        .header("Access-Control-Request-Headers", "mcp-protocol-version")
                        .method("OPTIONS", HttpRequest.BodyPublishers.noBody()));

        assertThat(answer.statusCode()).isEqualTo(204);
        assertThat(answer.headers().firstValue("Access-Control-Allow-Origin")).hasValue("*");
        assertThat(answer.headers().firstValue("Access-Control-Allow-Methods")).hasValue("GET");
        assertThat(answer.headers().firstValue("Access-Control-Allow-Headers")).hasValue("mcp-protocol-version");
    }

    @Test
    void the_metadata_is_read_only() throws Exception {
        HttpResponse<String> answer = RequestSender.send(RequestSender.at(at("/.well-known/oauth-protected-resource"))
                .POST(HttpRequest.BodyPublishers.ofString("{}")));

        assertThat(answer.statusCode()).isEqualTo(405);
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
            HttpResponse<String> answer =
                    RequestSender.bearer(RequestSender.tool(site.uri(), "write"), issuer.token(scopes));

            assertThat(answer.statusCode()).as(scopes).isEqualTo(403);
            assertThat(RequestSender.challenge(answer))
                    .isEqualTo("Bearer error=\"insufficient_scope\", resource_metadata=\"" + METADATA
                            + "\", scope=\"files:read files:write mcp\"");
            assertThat(RequestSender.json(answer).get("error").get("code")).isEqualTo(Json.of(403));
            assertThat(answer.body()).doesNotContain("files").doesNotContain("mcp");
        }
    }

    @Test
    @Covers("2026-07-28/auth-server/scope-hierarchy")
    void a_broader_scope_implies_the_narrower_ones() throws Exception {
        for (String scopes : new String[] {"mcp files:all", "mcp files:write", "mcp files:write files:read"}) {
            HttpResponse<String> answer =
                    RequestSender.bearer(RequestSender.tool(site.uri(), "write"), issuer.token(scopes));

            assertThat(answer.statusCode()).as(scopes).isEqualTo(200);
        }
    }
}
