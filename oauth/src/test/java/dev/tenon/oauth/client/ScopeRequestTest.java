package dev.tenon.oauth.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.McpClient;
import dev.tenon.client.error.HttpStatusException;
import dev.tenon.coverage.Covers;
import dev.tenon.oauth.client.StubHttpServer.StubResponse;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The requested scopes, step-up to more scopes, and its limits. */
class ScopeRequestTest {
    private static Set<String> requestedScopes(OAuthTestEnvironment environment, int index) {
        return TestIssuer.parseScopes(
                environment.issuer.authorizationRequests().get(index).get("scope"));
    }

    @Test
    @Covers({"core/auth-client/scope-order", "core/auth-client/scope-no-relationship"})
    void scopes_come_from_the_challenge_or_the_metadata() throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            environment.server.metadata.put("scopes_supported", List.of("a", "b"));
            environment.server.challengedScope = "other";
            OAuthTestEnvironment.callToolOnce(environment.newClientBuilder().build());
            assertThat(requestedScopes(environment, 0)).containsExactly("other");
            environment.server.challengedScope = null;
            OAuthTestEnvironment.callToolOnce(environment.newClientBuilder().build());
            assertThat(requestedScopes(environment, 1)).containsExactlyInAnyOrder("a", "b");
            environment.server.metadata.remove("scopes_supported");
            OAuthTestEnvironment.callToolOnce(environment.newClientBuilder().build());
            assertThat(environment.issuer.authorizationRequests().get(2)).doesNotContainKey("scope");
        }
    }

    @Test
    void configured_scopes_replace_those_of_the_metadata_and_are_added_to_those_of_the_challenge() throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            environment.server.metadata.put("scopes_supported", List.of("a", "b"));
            OAuthTestEnvironment.callToolOnce(
                    environment.newClientBuilder().scopes("mine").build());
            assertThat(requestedScopes(environment, 0)).containsExactly("mine");
            environment.server.challengedScope = "other";
            OAuthTestEnvironment.callToolOnce(
                    environment.newClientBuilder().scopes("mine").build());
            assertThat(requestedScopes(environment, 1)).containsExactlyInAnyOrder("mine", "other");
        }
    }

    @Test
    @Covers({"core/auth-client/step-up", "2026-07-28/auth-client/scope-union", "core/auth-client/scope-no-relationship"
    })
    void additional_scopes_are_requested_together_with_the_granted_ones() throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            environment.server.challengedScope = "basic";
            environment.server.metadata.put("scopes_supported", List.of("unrelated"));
            environment.server.requiredScopes.put("write", Set.of("write"));
            environment.server.requiredScopes.put("erase", Set.of("erase"));
            OAuthClient oauth = environment.newClientBuilder().build();
            try (McpClient client = OAuthTestEnvironment.connect(oauth)) {
                client.callTool("look", Map.of());
                client.callTool("write", Map.of());
                client.callTool("erase", Map.of());
                client.callTool("write", Map.of());
            }
            assertThat(requestedScopes(environment, 0)).containsExactly("basic");
            assertThat(requestedScopes(environment, 1)).containsExactlyInAnyOrder("basic", "write");
            assertThat(requestedScopes(environment, 2)).containsExactlyInAnyOrder("basic", "write", "erase");
            assertThat(environment.openedPages).hasSize(3);
            assertThat(oauth.currentLogin().orElseThrow().scopes())
                    .containsExactlyInAnyOrder("basic", "write", "erase");
        }
    }

    @Test
    @Covers({"core/auth-client/step-up-limits", "core/security/scope-client-cache"})
    void scopes_that_a_login_did_not_grant_are_not_requested_repeatedly() throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            environment.server.challengedScope = "basic";
            environment.server.requiredScopes.put("write", Set.of("write"));
            // The authorization server never grants more than that, and declares it.
            environment.issuer.httpServer.setHandler("/token", request -> {
                environment.issuer.handle("/token", request);
                StubResponse response = environment.issuer.issueTokens(Set.of("basic"));
                return new StubResponse(200, response.headers(), response.body().replace("{", "{\"scope\":\"basic\","));
            });
            try (McpClient client =
                    OAuthTestEnvironment.connect(environment.newClientBuilder().build())) {
                for (int i = 0; i < 3; i++) {
                    assertThatThrownBy(() -> client.callTool("write", Map.of()))
                            .isInstanceOf(AuthorizationException.class)
                            .hasMessageContaining("\"write\"")
                            .hasMessageContaining("does not request them again");
                }
                assertThat(environment.openedPages).hasSize(2);
                // A different operation has its own limit.
                environment.server.requiredScopes.put("erase", Set.of("write"));
                assertThatThrownBy(() -> client.callTool("erase", Map.of())).isInstanceOf(AuthorizationException.class);
                assertThat(environment.openedPages).hasSize(3);
            }
        }
    }

    @Test
    @Covers("core/auth-client/step-up-limits")
    void scopes_of_the_token_are_not_requested_again() throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            environment.server.challengedScope = "basic";
            environment.server.requiredScopes.put("write", Set.of("basic"));
            environment.issuer.httpServer.setHandler("/token", request -> {
                StubResponse response = environment.issuer.handle("/token", request);
                environment.issuer.accessTokens.replaceAll((token, scopes) -> Set.of());
                return response;
            });
            try (McpClient client =
                    OAuthTestEnvironment.connect(environment.newClientBuilder().build())) {
                assertThatThrownBy(() -> client.callTool("write", Map.of()))
                        .isInstanceOf(AuthorizationException.class)
                        .hasMessageContaining("already has");
                assertThat(environment.openedPages).hasSize(1);
            }
        }
    }

    @Test
    void a_new_token_that_lacks_scopes_of_a_401_is_stepped_up_once() throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            environment.server.httpServer.setHandler("/mcp", request -> {
                String token = String.valueOf(request.header("Authorization")).replace("Bearer ", "");
                Set<String> granted = environment.issuer.accessTokens.getOrDefault(token, Set.of());
                String missingScope = granted.contains("basic") ? "more" : "basic";
                return granted.contains("more")
                        ? TestServer.createResult(request.json())
                        : StubResponse.ofStatus(401)
                                .withHeader("WWW-Authenticate", "Bearer scope=\"" + missingScope + "\"");
            });
            OAuthTestEnvironment.callToolOnce(environment.newClientBuilder().build());
            assertThat(environment.openedPages).hasSize(2);
        }
    }

    @Test
    void a_403_for_a_different_reason_causes_no_login() throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            try (McpClient client =
                    OAuthTestEnvironment.connect(environment.newClientBuilder().build())) {
                environment.server.httpServer.setHandler("/mcp", request -> StubResponse.ofStatus(403));
                assertThatThrownBy(() -> client.callTool("look", Map.of())).isInstanceOf(HttpStatusException.class);
                environment.server.httpServer.setHandler("/mcp", request -> StubResponse.ofStatus(403)
                        .withHeader("WWW-Authenticate", "Bearer error=\"insufficient_scope\""));
                assertThatThrownBy(() -> client.callTool("look", Map.of())).isInstanceOf(HttpStatusException.class);
                assertThat(environment.openedPages).hasSize(1);
            }
        }
    }

    @Test
    @Covers({"2026-07-28/auth-client/refresh-offline-access", "2026-07-28/auth-client/refresh-grant-type"})
    void offline_access_is_requested_if_the_authorization_server_supports_it() throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            environment.server.challengedScope = "basic";
            OAuthTestEnvironment.callToolOnce(environment.newClientBuilder().build());
            assertThat(requestedScopes(environment, 0)).containsExactly("basic");
            environment.issuer.metadata.put("scopes_supported", List.of("basic", "offline_access"));
            OAuthTestEnvironment.callToolOnce(environment.newClientBuilder().build());
            assertThat(requestedScopes(environment, 1)).containsExactlyInAnyOrder("basic", "offline_access");
            assertThat(environment.issuer.authorizationRequests().get(1)).containsEntry("prompt", "consent");
            OAuthTestEnvironment.callToolOnce(
                    environment.newClientBuilder().offlineAccess(false).build());
            assertThat(requestedScopes(environment, 2)).containsExactly("basic");
        }
    }

    /** Issue 20, items 13 and 38: stored scopes of a server are limited, also over many rejections. */
    @Test
    void stored_scopes_of_a_server_are_limited() throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            environment.server.challengedScope = "basic";
            TokenStore store = TokenStore.inMemory();
            assertThat(environment.newClientBuilder().tokenStore(store).build().login())
                    .isPresent();
            OAuthClient stored = environment
                    .newClientBuilder()
                    .tokenStore(store)
                    .grant(new Grant.StoredTokens(null))
                    .build();
            try (McpClient client = OAuthTestEnvironment.connect(stored)) {
                for (int i = 0; i < 10; i++) {
                    String prefix = "scope-" + i + "-";
                    environment.server.requiredScopes.put(
                            "write",
                            java.util.stream.IntStream.range(0, 60)
                                    .mapToObj(j -> prefix + (j == 0 ? "x".repeat(1000) : "" + j))
                                    .collect(java.util.stream.Collectors.toSet()));
                    assertThatThrownBy(() -> client.callTool("write", Map.of()))
                            .isInstanceOf(LoginRequiredException.class);
                }
            }
            assertThat(environment.newClientBuilder().tokenStore(store).build().login())
                    .isPresent();
            assertThat(requestedScopes(environment, 1))
                    .hasSize(200)
                    .contains("basic")
                    .allMatch(scope -> scope.length() <= 256);
        }
    }
}
