package dev.tenon.oauth.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.coverage.Covers;
import dev.tenon.oauth.client.StubHttpServer.Answer;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The discovery of authorization servers, and metadata that the client rejects. */
class DiscoveryTest {
    private static final String ROOT = "/.well-known/oauth-protected-resource";
    private static final String OPENID = "/.well-known/openid-configuration";

    private static List<String> asked(StubHttpServer place) {
        return place.visited().stream()
                .filter(path -> path.contains("well-known"))
                .toList();
    }

    @Test
    @Covers({
        "core/auth-client/use-prm",
        "core/auth-client/parse-www-authenticate",
        "core/auth-client/prm-both-mechanisms",
        "2026-07-28/auth-client/follow-discovery"
    })
    void the_metadata_url_in_the_challenge_is_the_only_one_used() throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            OAuthTestEnvironment.visit(lab.oauth().build());
            assertThat(asked(lab.server.place)).containsExactly(TestServer.METADATA);
            assertThat(asked(lab.issuer.place)).containsExactly(TestIssuer.METADATA);
        }
    }

    @Test
    @Covers("core/auth-client/prm-both-mechanisms")
    void without_one_the_path_and_then_the_root_are_tried() throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            lab.server.namesMetadata = false;
            OAuthTestEnvironment.visit(lab.oauth().build());
            assertThat(asked(lab.server.place)).containsExactly(TestServer.METADATA);
        }
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            lab.server.namesMetadata = false;
            lab.server.place.off(TestServer.METADATA);
            lab.server.place.on(ROOT, seen -> Answer.json(lab.server.metadata));
            OAuthTestEnvironment.visit(lab.oauth().build());
            assertThat(asked(lab.server.place)).containsExactly(TestServer.METADATA, ROOT);
        }
    }

    @Test
    @Covers("core/auth-client/parse-www-authenticate")
    void a_challenge_among_others_in_one_header_is_found() throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            lab.server.scheme = "Negotiate abc==, Basic realm=\"a, Bearer b\", bEaReR";
            OAuthTestEnvironment.visit(lab.oauth().build());
            assertThat(asked(lab.server.place)).containsExactly(TestServer.METADATA);
        }
    }

    @Test
    @Covers({"core/auth-client/as-metadata-both", "core/auth-client/as-metadata-order-root"})
    void an_issuer_without_a_path_has_metadata_of_oauth_or_else_of_openid() throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            lab.issuer.place.off(TestIssuer.METADATA);
            lab.issuer.place.on(OPENID, seen -> Answer.json(lab.issuer.metadata));
            OAuthTestEnvironment.visit(lab.oauth().build());
            assertThat(asked(lab.issuer.place)).containsExactly(TestIssuer.METADATA, OPENID);
        }
    }

    @ParameterizedTest
    @CsvSource({"0", "1", "2"})
    @Covers({"core/auth-client/as-metadata-both", "core/auth-client/as-metadata-order-path"})
    void an_issuer_with_a_path_is_asked_for_at_three_places_in_their_order(int there) throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            List<String> places =
                    List.of(TestIssuer.METADATA + "/tenant/a", OPENID + "/tenant/a", "/tenant/a" + OPENID);
            String issuer = lab.issuer.issuer() + "/tenant/a";
            lab.server.metadata.put("authorization_servers", List.of(issuer));
            lab.issuer.metadata.put("issuer", issuer);
            lab.issuer.place.off(TestIssuer.METADATA);
            lab.issuer.place.on(places.get(there), seen -> Answer.json(lab.issuer.metadata));
            OAuthTestEnvironment.visit(lab.oauth().build());
            assertThat(asked(lab.issuer.place)).isEqualTo(places.subList(0, there + 1));
        }
    }

    @Test
    void an_issuer_that_ends_with_a_slash_is_compared_with_it_and_asked_for_without() throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            String issuer = lab.issuer.issuer() + "/";
            lab.server.metadata.put("authorization_servers", List.of(issuer));
            lab.issuer.metadata.put("issuer", issuer);
            OAuthTestEnvironment.visit(lab.oauth().build());
            assertThat(asked(lab.issuer.place)).containsExactly(TestIssuer.METADATA);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://honest.example", "slash", "none"})
    @Covers("2026-07-28/auth-client/validate-issuer-metadata")
    void metadata_of_another_issuer_are_not_used(String named) throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            String issuer = lab.issuer.issuer();
            if (named.equals("none")) {
                lab.issuer.metadata.remove("issuer");
            } else {
                lab.issuer.metadata.put("issuer", named.equals("slash") ? issuer + "/" : named);
            }
            assertThatThrownBy(() -> OAuthTestEnvironment.visit(lab.oauth().build()))
                    .isInstanceOf(AuthorizationException.class)
                    .hasMessageContaining("only of the different server");
            assertThat(lab.pages).isEmpty();
            assertThat(lab.issuer.place.seen("/register")).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://evil.example/mcp", "/other", "/mcp/below", "/mc", "#a"})
    void metadata_of_another_resource_are_not_used(String resource) throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            lab.server.metadata.put(
                    "resource",
                    resource.startsWith("https")
                            ? resource
                            : lab.server.place.base() + (resource.equals("#a") ? "/mcp#a" : resource));
            assertThatThrownBy(() -> OAuthTestEnvironment.visit(lab.oauth().build()))
                    .isInstanceOf(AuthorizationException.class)
                    .hasMessageContaining("those of a different server");
            assertThat(lab.issuer.place.seen).isEmpty();
        }
    }

    @Test
    @Covers({"core/auth-client/resource-parameter", "core/auth-client/resource-canonical"})
    void the_resource_is_named_in_every_request_as_its_metadata_name_it() throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            OAuthTestEnvironment.visit(lab.oauth().build());
            assertThat(lab.issuer.authorizations().get(0)).containsEntry("resource", lab.server.url());
            assertThat(lab.issuer.tokenRequests().get(0)).containsEntry("resource", lab.server.url());
        }
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            lab.server.metadata.put("resource", lab.server.place.base());
            OAuthClient oauth = lab.oauth().build();
            OAuthTestEnvironment.visit(oauth);
            lab.issuer.good.clear();
            OAuthTestEnvironment.visit(oauth);
            assertThat(lab.issuer.authorizations().get(0)).containsEntry("resource", lab.server.place.base());
            assertThat(lab.issuer.tokenRequests()).hasSizeGreaterThan(1).allSatisfy(asked -> assertThat(asked)
                    .containsEntry("resource", lab.server.place.base()));
        }
    }

    @Test
    @Covers("core/security/ssrf-redirects")
    void a_redirect_is_followed_within_the_origin_only() throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment();
                StubHttpServer elsewhere = new StubHttpServer()) {
            lab.server.place.on(TestServer.METADATA, seen -> Answer.status(302).with("Location", "/moved"));
            lab.server.place.on("/moved", seen -> Answer.json(lab.server.metadata));
            OAuthTestEnvironment.visit(lab.oauth().build());
            lab.server.place.on(TestServer.METADATA, seen -> Answer.status(302)
                    .with("Location", elsewhere.base() + TestServer.METADATA));
            elsewhere.on(TestServer.METADATA, seen -> Answer.json(lab.server.metadata));
            assertThatThrownBy(() -> OAuthTestEnvironment.visit(lab.oauth().build()))
                    .isInstanceOf(AuthorizationException.class)
                    .hasMessageContaining("no protected resource metadata");
            assertThat(elsewhere.seen).isEmpty();
        }
    }

    @Test
    void a_circle_of_redirects_ends() throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            lab.server.place.on(TestServer.METADATA, seen -> Answer.status(307).with("Location", TestServer.METADATA));
            assertThatThrownBy(() -> OAuthTestEnvironment.visit(lab.oauth().build()))
                    .isInstanceOf(AuthorizationException.class);
            assertThat(lab.server.place.seen(TestServer.METADATA)).hasSize(4);
        }
    }

    @Test
    void an_endless_response_is_aborted() throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            String much = "a".repeat(1 << 20);
            lab.issuer.place.on(
                    TestIssuer.METADATA,
                    seen -> new Answer(
                            200, Map.of("Content-Type", "application/json"), "{\"issuer\":\"" + much + "\"}"));
            assertThatThrownBy(() -> OAuthTestEnvironment.visit(lab.oauth().build()))
                    .isInstanceOf(AuthorizationException.class)
                    .hasMessageContaining("more than 262144 bytes");
        }
    }

    @Test
    void requests_to_a_silent_authorization_server_time_out() throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            lab.issuer.place.on(TestIssuer.METADATA, seen -> {
                Thread.sleep(3000);
                return Answer.status(200);
            });
            OAuthLimits limits = OAuthLimits.DEFAULT.withRequestTimeout(Duration.ofMillis(300));
            assertThatThrownBy(() -> OAuthTestEnvironment.visit(
                            lab.oauth().limits(limits).build()))
                    .isInstanceOf(AuthorizationException.class)
                    .hasMessageContaining("did not respond in time");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"<html>500</html>", "[]", "null", "{\"a\":1,\"a\":2}", "{", ""})
    void invalid_metadata_are_ignored(String body) throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            Answer bad = new Answer(200, Map.of("Content-Type", "application/json"), body);
            lab.issuer.place.on(TestIssuer.METADATA, seen -> bad);
            assertThatThrownBy(() -> OAuthTestEnvironment.visit(lab.oauth().build()))
                    .isInstanceOf(AuthorizationException.class)
                    .hasMessageContaining("no metadata of the authorization server");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "javascript:alert(1)",
                "file:///etc/passwd",
                "http://192.168.1.1/authorize",
                "http://169.254.169.254/latest",
                "https://user:password@127.0.0.1/authorize",
                "data:text/html,a"
            })
    @Covers({"core/security/auth-url-schemes", "core/security/sanitize-urls", "core/security/auth-url-allowlist"})
    void an_invalid_login_url_is_not_opened(String page) throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            lab.issuer.metadata.put("authorization_endpoint", page);
            assertThatThrownBy(() -> OAuthTestEnvironment.visit(lab.oauth().build()))
                    .isInstanceOf(AuthorizationException.class);
            assertThat(lab.pages).isEmpty();
        }
    }

    @Test
    void metadata_without_an_authorization_server_lead_nowhere() throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            lab.server.metadata.remove("authorization_servers");
            assertThatThrownBy(() -> OAuthTestEnvironment.visit(lab.oauth().build()))
                    .hasMessageContaining("contain no authorization server");
        }
    }

    @Test
    void of_several_authorization_servers_the_one_that_knows_the_client_is_taken() throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            lab.server.metadata.put("authorization_servers", List.of("https://other.example", lab.issuer.issuer()));
            PreregisteredClient client = PreregisteredClient.of("mine").withIssuer(lab.issuer.issuer());
            OAuthTestEnvironment.visit(lab.oauth().client(client).build());
            assertThat(lab.issuer.authorizations().get(0)).containsEntry("client_id", "mine");
        }
    }

    @Test
    @Covers({
        "2025-03-26/auth-client/as-metadata",
        "2025-03-26/auth-client/metadata-version-header",
        "2025-06-18/auth-client/as-metadata"
    })
    void a_server_of_2025_03_26_has_its_metadata_at_its_root() throws Exception {
        try (StubHttpServer server = new StubHttpServer();
                TestIssuer issuer = new TestIssuer()) {
            Map<String, Object> metadata = new LinkedHashMap<>(issuer.metadata);
            metadata.put("issuer", server.base());
            server.on(
                            "/mcp",
                            seen -> issuer.good.containsKey(String.valueOf(seen.header("Authorization"))
                                            .replace("Bearer ", ""))
                                    ? TestServer.answer(seen.json())
                                    : Answer.status(401))
                    .on(TestIssuer.METADATA, seen -> Answer.json(metadata));
            OAuthTestEnvironment.visit(OAuthClient.builder(server.base() + "/mcp")
                    .browser(page -> {
                        OAuthTestEnvironment.browse(page);
                        return true;
                    })
                    .build());
            assertThat(asked(server)).containsExactly(TestServer.METADATA, ROOT, TestIssuer.METADATA);
            assertThat(server.seen(TestIssuer.METADATA).get(0).header("MCP-Protocol-Version"))
                    .isEqualTo("2025-03-26");
            assertThat(issuer.authorizations().get(0)).containsEntry("resource", server.base() + "/mcp");
        }
    }

    @Test
    @Covers("2025-03-26/auth-client/as-metadata")
    void without_metadata_it_has_the_default_endpoints() throws Exception {
        try (StubHttpServer server = new StubHttpServer();
                TestIssuer issuer = new TestIssuer()) {
            server.on(
                    "/mcp",
                    seen -> issuer.good.containsKey(
                                    String.valueOf(seen.header("Authorization")).replace("Bearer ", ""))
                            ? TestServer.answer(seen.json())
                            : Answer.status(401));
            for (String path : List.of("/authorize", "/token", "/register")) {
                server.on(path, seen -> issuer.handle(path, seen));
            }
            OAuthTestEnvironment.visit(OAuthClient.builder(server.base() + "/mcp")
                    .browser(page -> {
                        OAuthTestEnvironment.browse(page);
                        return true;
                    })
                    .build());
            assertThat(server.visited()).contains("/register", "/authorize", "/token");
        }
    }
}
