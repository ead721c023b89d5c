package dev.tenon.oauth.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.McpClient;
import dev.tenon.client.error.HttpStatusException;
import dev.tenon.coverage.Covers;
import dev.tenon.oauth.client.StubHttpServer.Answer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The requested scopes, step-up to more scopes, and its limits. */
class ScopeTest {
    private static Set<String> asked(OAuthTestEnvironment lab, int which) {
        return TestIssuer.scopes(lab.issuer.authorizations().get(which).get("scope"));
    }

    @Test
    @Covers({"core/auth-client/scope-order", "core/auth-client/scope-no-relationship"})
    void scopes_come_from_the_challenge_or_the_metadata() throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            lab.server.metadata.put("scopes_supported", List.of("a", "b"));
            lab.server.challengedScope = "other";
            OAuthTestEnvironment.visit(lab.oauth().build());
            assertThat(asked(lab, 0)).containsExactly("other");
            lab.server.challengedScope = null;
            OAuthTestEnvironment.visit(lab.oauth().build());
            assertThat(asked(lab, 1)).containsExactlyInAnyOrder("a", "b");
            lab.server.metadata.remove("scopes_supported");
            OAuthTestEnvironment.visit(lab.oauth().build());
            assertThat(lab.issuer.authorizations().get(2)).doesNotContainKey("scope");
        }
    }

    @Test
    void scopes_that_were_configured_come_before_the_metadata_and_beside_the_challenge() throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            lab.server.metadata.put("scopes_supported", List.of("a", "b"));
            OAuthTestEnvironment.visit(lab.oauth().scopes("mine").build());
            assertThat(asked(lab, 0)).containsExactly("mine");
            lab.server.challengedScope = "other";
            OAuthTestEnvironment.visit(lab.oauth().scopes("mine").build());
            assertThat(asked(lab, 1)).containsExactlyInAnyOrder("mine", "other");
        }
    }

    @Test
    @Covers({"core/auth-client/step-up", "2026-07-28/auth-client/scope-union", "core/auth-client/scope-no-relationship"
    })
    void more_is_asked_for_when_more_is_needed_and_nothing_is_lost() throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            lab.server.challengedScope = "basic";
            lab.server.metadata.put("scopes_supported", List.of("unrelated"));
            lab.server.wanted.put("write", Set.of("write"));
            lab.server.wanted.put("erase", Set.of("erase"));
            OAuthClient oauth = lab.oauth().build();
            try (McpClient client = OAuthTestEnvironment.connect(oauth)) {
                client.callTool("look", Map.of());
                client.callTool("write", Map.of());
                client.callTool("erase", Map.of());
                client.callTool("write", Map.of());
            }
            assertThat(asked(lab, 0)).containsExactly("basic");
            assertThat(asked(lab, 1)).containsExactlyInAnyOrder("basic", "write");
            assertThat(asked(lab, 2)).containsExactlyInAnyOrder("basic", "write", "erase");
            assertThat(lab.pages).hasSize(3);
            assertThat(oauth.currentLogin().orElseThrow().scopes())
                    .containsExactlyInAnyOrder("basic", "write", "erase");
        }
    }

    @Test
    @Covers({"core/auth-client/step-up-limits", "core/security/scope-client-cache"})
    void scopes_that_a_login_did_not_grant_are_not_requested_repeatedly() throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            lab.server.challengedScope = "basic";
            lab.server.wanted.put("write", Set.of("write"));
            // It never grants more than that, and declares it.
            lab.issuer.place.on("/token", seen -> {
                lab.issuer.handle("/token", seen);
                Answer given = lab.issuer.issue(Set.of("basic"));
                return new Answer(200, given.headers(), given.body().replace("{", "{\"scope\":\"basic\","));
            });
            try (McpClient client = OAuthTestEnvironment.connect(lab.oauth().build())) {
                for (int i = 0; i < 3; i++) {
                    assertThatThrownBy(() -> client.callTool("write", Map.of()))
                            .isInstanceOf(AuthorizationException.class)
                            .hasMessageContaining("\"write\"")
                            .hasMessageContaining("does not request them again");
                }
                assertThat(lab.pages).hasSize(2);
                // A different operation has its own limit.
                lab.server.wanted.put("erase", Set.of("write"));
                assertThatThrownBy(() -> client.callTool("erase", Map.of())).isInstanceOf(AuthorizationException.class);
                assertThat(lab.pages).hasSize(3);
            }
        }
    }

    @Test
    @Covers("core/auth-client/step-up-limits")
    void scopes_that_the_token_has_are_not_asked_for_at_all() throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            lab.server.challengedScope = "basic";
            lab.server.wanted.put("write", Set.of("basic"));
            lab.issuer.place.on("/token", seen -> {
                Answer given = lab.issuer.handle("/token", seen);
                lab.issuer.good.replaceAll((token, scopes) -> Set.of());
                return given;
            });
            try (McpClient client = OAuthTestEnvironment.connect(lab.oauth().build())) {
                assertThatThrownBy(() -> client.callTool("write", Map.of()))
                        .isInstanceOf(AuthorizationException.class)
                        .hasMessageContaining("already has");
                assertThat(lab.pages).hasSize(1);
            }
        }
    }

    @Test
    void a_new_token_that_lacks_scopes_by_a_401_is_stepped_up_once() throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            lab.server.place.on("/mcp", seen -> {
                String sent = String.valueOf(seen.header("Authorization")).replace("Bearer ", "");
                Set<String> has = lab.issuer.good.getOrDefault(sent, Set.of());
                String wanted = has.contains("basic") ? "more" : "basic";
                return has.contains("more")
                        ? TestServer.answer(seen.json())
                        : Answer.status(401).with("WWW-Authenticate", "Bearer scope=\"" + wanted + "\"");
            });
            OAuthTestEnvironment.visit(lab.oauth().build());
            assertThat(lab.pages).hasSize(2);
        }
    }

    @Test
    void a_403_for_a_different_reason_causes_no_login() throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            try (McpClient client = OAuthTestEnvironment.connect(lab.oauth().build())) {
                lab.server.place.on("/mcp", seen -> Answer.status(403));
                assertThatThrownBy(() -> client.callTool("look", Map.of())).isInstanceOf(HttpStatusException.class);
                lab.server.place.on("/mcp", seen -> Answer.status(403)
                        .with("WWW-Authenticate", "Bearer error=\"insufficient_scope\""));
                assertThatThrownBy(() -> client.callTool("look", Map.of())).isInstanceOf(HttpStatusException.class);
                assertThat(lab.pages).hasSize(1);
            }
        }
    }

    @Test
    @Covers({"2026-07-28/auth-client/refresh-offline-access", "2026-07-28/auth-client/refresh-grant-type"})
    void offline_access_is_asked_for_where_the_authorization_server_knows_it() throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            lab.server.challengedScope = "basic";
            OAuthTestEnvironment.visit(lab.oauth().build());
            assertThat(asked(lab, 0)).containsExactly("basic");
            lab.issuer.metadata.put("scopes_supported", List.of("basic", "offline_access"));
            OAuthTestEnvironment.visit(lab.oauth().build());
            assertThat(asked(lab, 1)).containsExactlyInAnyOrder("basic", "offline_access");
            assertThat(lab.issuer.authorizations().get(1)).containsEntry("prompt", "consent");
            OAuthTestEnvironment.visit(lab.oauth().offlineAccess(false).build());
            assertThat(asked(lab, 2)).containsExactly("basic");
        }
    }

    /** Issue 20, items 13 and 38: stored scopes of a server are limited, also over many rejections. */
    @Test
    void the_scopes_that_a_server_names_do_not_add_up() throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            lab.server.challengedScope = "basic";
            TokenStore store = TokenStore.inMemory();
            assertThat(lab.oauth().tokenStore(store).build().login()).isPresent();
            OAuthClient stored = lab.oauth()
                    .tokenStore(store)
                    .grant(new Grant.StoredTokens(null))
                    .build();
            try (McpClient client = OAuthTestEnvironment.connect(stored)) {
                for (int i = 0; i < 10; i++) {
                    String prefix = "scope-" + i + "-";
                    lab.server.wanted.put(
                            "write",
                            java.util.stream.IntStream.range(0, 60)
                                    .mapToObj(j -> prefix + (j == 0 ? "x".repeat(1000) : "" + j))
                                    .collect(java.util.stream.Collectors.toSet()));
                    assertThatThrownBy(() -> client.callTool("write", Map.of()))
                            .isInstanceOf(LoginRequiredException.class);
                }
            }
            assertThat(lab.oauth().tokenStore(store).build().login()).isPresent();
            assertThat(asked(lab, 1)).hasSize(200).contains("basic").allMatch(scope -> scope.length() <= 256);
        }
    }
}
