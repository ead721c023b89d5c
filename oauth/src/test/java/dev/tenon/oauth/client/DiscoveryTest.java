package dev.tenon.oauth.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.coverage.Covers;
import dev.tenon.oauth.client.StubHttpServer.StubResponse;
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

    private static List<String> metadataRequests(StubHttpServer httpServer) {
        return httpServer.requestedPaths().stream()
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
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            OAuthTestEnvironment.callToolOnce(environment.newClientBuilder().build());
            assertThat(metadataRequests(environment.server.httpServer)).containsExactly(TestServer.METADATA);
            assertThat(metadataRequests(environment.issuer.httpServer)).containsExactly(TestIssuer.METADATA);
        }
    }

    @Test
    @Covers("core/auth-client/prm-both-mechanisms")
    void without_it_the_path_and_then_the_root_are_tried() throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            environment.server.sendsMetadataUrl = false;
            OAuthTestEnvironment.callToolOnce(environment.newClientBuilder().build());
            assertThat(metadataRequests(environment.server.httpServer)).containsExactly(TestServer.METADATA);
        }
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            environment.server.sendsMetadataUrl = false;
            environment.server.httpServer.removeHandler(TestServer.METADATA);
            environment.server.httpServer.setHandler(ROOT, request -> StubResponse.ofJson(environment.server.metadata));
            OAuthTestEnvironment.callToolOnce(environment.newClientBuilder().build());
            assertThat(metadataRequests(environment.server.httpServer)).containsExactly(TestServer.METADATA, ROOT);
        }
    }

    @Test
    @Covers("core/auth-client/parse-www-authenticate")
    void a_challenge_among_others_in_one_header_is_found() throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            environment.server.scheme = "Negotiate abc==, Basic realm=\"a, Bearer b\", bEaReR";
            OAuthTestEnvironment.callToolOnce(environment.newClientBuilder().build());
            assertThat(metadataRequests(environment.server.httpServer)).containsExactly(TestServer.METADATA);
        }
    }

    @Test
    @Covers({"core/auth-client/as-metadata-both", "core/auth-client/as-metadata-order-root"})
    void an_issuer_without_a_path_has_oauth_or_openid_metadata() throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            environment.issuer.httpServer.removeHandler(TestIssuer.METADATA);
            environment.issuer.httpServer.setHandler(
                    OPENID, request -> StubResponse.ofJson(environment.issuer.metadata));
            OAuthTestEnvironment.callToolOnce(environment.newClientBuilder().build());
            assertThat(metadataRequests(environment.issuer.httpServer)).containsExactly(TestIssuer.METADATA, OPENID);
        }
    }

    @ParameterizedTest
    @CsvSource({"0", "1", "2"})
    @Covers({"core/auth-client/as-metadata-both", "core/auth-client/as-metadata-order-path"})
    void metadata_of_an_issuer_with_a_path_is_requested_at_three_urls_in_order(int index) throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            List<String> paths = List.of(TestIssuer.METADATA + "/tenant/a", OPENID + "/tenant/a", "/tenant/a" + OPENID);
            String issuer = environment.issuer.issuer() + "/tenant/a";
            environment.server.metadata.put("authorization_servers", List.of(issuer));
            environment.issuer.metadata.put("issuer", issuer);
            environment.issuer.httpServer.removeHandler(TestIssuer.METADATA);
            environment.issuer.httpServer.setHandler(
                    paths.get(index), request -> StubResponse.ofJson(environment.issuer.metadata));
            OAuthTestEnvironment.callToolOnce(environment.newClientBuilder().build());
            assertThat(metadataRequests(environment.issuer.httpServer)).isEqualTo(paths.subList(0, index + 1));
        }
    }

    @Test
    void the_trailing_slash_of_an_issuer_is_compared_but_not_requested() throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            String issuer = environment.issuer.issuer() + "/";
            environment.server.metadata.put("authorization_servers", List.of(issuer));
            environment.issuer.metadata.put("issuer", issuer);
            OAuthTestEnvironment.callToolOnce(environment.newClientBuilder().build());
            assertThat(metadataRequests(environment.issuer.httpServer)).containsExactly(TestIssuer.METADATA);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://honest.example", "slash", "none"})
    @Covers("2026-07-28/auth-client/validate-issuer-metadata")
    void metadata_of_a_different_issuer_is_rejected(String issuerInMetadata) throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            String issuer = environment.issuer.issuer();
            if (issuerInMetadata.equals("none")) {
                environment.issuer.metadata.remove("issuer");
            } else {
                environment.issuer.metadata.put(
                        "issuer", issuerInMetadata.equals("slash") ? issuer + "/" : issuerInMetadata);
            }
            assertThatThrownBy(() -> OAuthTestEnvironment.callToolOnce(
                            environment.newClientBuilder().build()))
                    .isInstanceOf(AuthorizationException.class)
                    .hasMessageContaining("only of the different server");
            assertThat(environment.openedPages).isEmpty();
            assertThat(environment.issuer.httpServer.requestsFor("/register")).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://evil.example/mcp", "/other", "/mcp/below", "/mc", "#a"})
    void metadata_of_a_different_resource_is_rejected(String resource) throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            environment.server.metadata.put(
                    "resource",
                    resource.startsWith("https")
                            ? resource
                            : environment.server.httpServer.baseUrl() + (resource.equals("#a") ? "/mcp#a" : resource));
            assertThatThrownBy(() -> OAuthTestEnvironment.callToolOnce(
                            environment.newClientBuilder().build()))
                    .isInstanceOf(AuthorizationException.class)
                    .hasMessageContaining("those of a different server");
            assertThat(environment.issuer.httpServer.requests).isEmpty();
        }
    }

    @Test
    @Covers({"core/auth-client/resource-parameter", "core/auth-client/resource-canonical"})
    void every_request_contains_the_resource_of_the_metadata() throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            OAuthTestEnvironment.callToolOnce(environment.newClientBuilder().build());
            assertThat(environment.issuer.authorizationRequests().get(0))
                    .containsEntry("resource", environment.server.url());
            assertThat(environment.issuer.tokenRequests().get(0)).containsEntry("resource", environment.server.url());
        }
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            environment.server.metadata.put("resource", environment.server.httpServer.baseUrl());
            OAuthClient oauth = environment.newClientBuilder().build();
            OAuthTestEnvironment.callToolOnce(oauth);
            environment.issuer.accessTokens.clear();
            OAuthTestEnvironment.callToolOnce(oauth);
            assertThat(environment.issuer.authorizationRequests().get(0))
                    .containsEntry("resource", environment.server.httpServer.baseUrl());
            assertThat(environment.issuer.tokenRequests()).hasSizeGreaterThan(1).allSatisfy(tokenRequest -> assertThat(
                            tokenRequest)
                    .containsEntry("resource", environment.server.httpServer.baseUrl()));
        }
    }

    @Test
    @Covers("core/security/ssrf-redirects")
    void a_redirect_is_followed_within_the_origin_only() throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment();
                StubHttpServer otherServer = new StubHttpServer()) {
            environment.server.httpServer.setHandler(
                    TestServer.METADATA, request -> StubResponse.ofStatus(302).withHeader("Location", "/moved"));
            environment.server.httpServer.setHandler(
                    "/moved", request -> StubResponse.ofJson(environment.server.metadata));
            OAuthTestEnvironment.callToolOnce(environment.newClientBuilder().build());
            environment.server.httpServer.setHandler(TestServer.METADATA, request -> StubResponse.ofStatus(302)
                    .withHeader("Location", otherServer.baseUrl() + TestServer.METADATA));
            otherServer.setHandler(TestServer.METADATA, request -> StubResponse.ofJson(environment.server.metadata));
            assertThatThrownBy(() -> OAuthTestEnvironment.callToolOnce(
                            environment.newClientBuilder().build()))
                    .isInstanceOf(AuthorizationException.class)
                    .hasMessageContaining("no protected resource metadata");
            assertThat(otherServer.requests).isEmpty();
        }
    }

    @Test
    void a_redirect_loop_ends() throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            environment.server.httpServer.setHandler(TestServer.METADATA, request -> StubResponse.ofStatus(307)
                    .withHeader("Location", TestServer.METADATA));
            assertThatThrownBy(() -> OAuthTestEnvironment.callToolOnce(
                            environment.newClientBuilder().build()))
                    .isInstanceOf(AuthorizationException.class);
            assertThat(environment.server.httpServer.requestsFor(TestServer.METADATA))
                    .hasSize(4);
        }
    }

    @Test
    void an_endless_response_is_aborted() throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            String largeText = "a".repeat(1 << 20);
            environment.issuer.httpServer.setHandler(
                    TestIssuer.METADATA,
                    request -> new StubResponse(
                            200, Map.of("Content-Type", "application/json"), "{\"issuer\":\"" + largeText + "\"}"));
            assertThatThrownBy(() -> OAuthTestEnvironment.callToolOnce(
                            environment.newClientBuilder().build()))
                    .isInstanceOf(AuthorizationException.class)
                    .hasMessageContaining("more than 262144 bytes");
        }
    }

    @Test
    void requests_to_a_silent_authorization_server_time_out() throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            environment.issuer.httpServer.setHandler(TestIssuer.METADATA, request -> {
                Thread.sleep(3000);
                return StubResponse.ofStatus(200);
            });
            OAuthLimits limits = OAuthLimits.DEFAULT.withRequestTimeout(Duration.ofMillis(300));
            assertThatThrownBy(() -> OAuthTestEnvironment.callToolOnce(
                            environment.newClientBuilder().limits(limits).build()))
                    .isInstanceOf(AuthorizationException.class)
                    .hasMessageContaining("did not respond in time");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"<html>500</html>", "[]", "null", "{\"a\":1,\"a\":2}", "{", ""})
    void invalid_metadata_is_ignored(String body) throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            StubResponse invalidResponse = new StubResponse(200, Map.of("Content-Type", "application/json"), body);
            environment.issuer.httpServer.setHandler(TestIssuer.METADATA, request -> invalidResponse);
            assertThatThrownBy(() -> OAuthTestEnvironment.callToolOnce(
                            environment.newClientBuilder().build()))
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
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            environment.issuer.metadata.put("authorization_endpoint", page);
            assertThatThrownBy(() -> OAuthTestEnvironment.callToolOnce(
                            environment.newClientBuilder().build()))
                    .isInstanceOf(AuthorizationException.class);
            assertThat(environment.openedPages).isEmpty();
        }
    }

    @Test
    void metadata_without_an_authorization_server_is_rejected() throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            environment.server.metadata.remove("authorization_servers");
            assertThatThrownBy(() -> OAuthTestEnvironment.callToolOnce(
                            environment.newClientBuilder().build()))
                    .hasMessageContaining("contain no authorization server");
        }
    }

    @Test
    void of_several_authorization_servers_the_one_of_the_client_is_used() throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            environment.server.metadata.put(
                    "authorization_servers", List.of("https://other.example", environment.issuer.issuer()));
            PreregisteredClient client = PreregisteredClient.of("mine").withIssuer(environment.issuer.issuer());
            OAuthTestEnvironment.callToolOnce(
                    environment.newClientBuilder().client(client).build());
            assertThat(environment.issuer.authorizationRequests().get(0)).containsEntry("client_id", "mine");
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
            metadata.put("issuer", server.baseUrl());
            server.setHandler(
                            "/mcp",
                            request -> issuer.accessTokens.containsKey(String.valueOf(request.header("Authorization"))
                                            .replace("Bearer ", ""))
                                    ? TestServer.createResult(request.json())
                                    : StubResponse.ofStatus(401))
                    .setHandler(TestIssuer.METADATA, request -> StubResponse.ofJson(metadata));
            OAuthTestEnvironment.callToolOnce(OAuthClient.builder(server.baseUrl() + "/mcp")
                    .browser(page -> {
                        OAuthTestEnvironment.openInBrowser(page);
                        return true;
                    })
                    .build());
            assertThat(metadataRequests(server)).containsExactly(TestServer.METADATA, ROOT, TestIssuer.METADATA);
            assertThat(server.requestsFor(TestIssuer.METADATA).get(0).header("MCP-Protocol-Version"))
                    .isEqualTo("2025-03-26");
            assertThat(issuer.authorizationRequests().get(0)).containsEntry("resource", server.baseUrl() + "/mcp");
        }
    }

    @Test
    @Covers("2025-03-26/auth-client/as-metadata")
    void without_metadata_it_has_the_default_endpoints() throws Exception {
        try (StubHttpServer server = new StubHttpServer();
                TestIssuer issuer = new TestIssuer()) {
            server.setHandler(
                    "/mcp",
                    request -> issuer.accessTokens.containsKey(String.valueOf(request.header("Authorization"))
                                    .replace("Bearer ", ""))
                            ? TestServer.createResult(request.json())
                            : StubResponse.ofStatus(401));
            for (String path : List.of("/authorize", "/token", "/register")) {
                server.setHandler(path, request -> issuer.handle(path, request));
            }
            OAuthTestEnvironment.callToolOnce(OAuthClient.builder(server.baseUrl() + "/mcp")
                    .browser(page -> {
                        OAuthTestEnvironment.openInBrowser(page);
                        return true;
                    })
                    .build());
            assertThat(server.requestedPaths()).contains("/register", "/authorize", "/token");
        }
    }
}
