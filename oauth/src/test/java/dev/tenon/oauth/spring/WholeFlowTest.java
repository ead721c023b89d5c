package dev.tenon.oauth.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JOSEException;
import dev.tenon.client.McpClient;
import dev.tenon.coverage.Covers;
import dev.tenon.model.Revision;
import dev.tenon.model.TextContent;
import dev.tenon.oauth.client.AuthorizationException;
import dev.tenon.oauth.client.ClientSigningKey;
import dev.tenon.oauth.client.DpopMode;
import dev.tenon.oauth.client.Grant;
import dev.tenon.oauth.client.LoginInfo;
import dev.tenon.oauth.client.LogoutResult;
import dev.tenon.oauth.client.OAuthClient;
import dev.tenon.oauth.client.OAuthLimits;
import dev.tenon.oauth.client.PreregisteredClient;
import dev.tenon.oauth.spring.RawServer.Answer;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The Tenon client calls the Tenon server with tokens of Spring's authorization server; over HTTP and TLS, in both
 * eras. A quick run uses TLS.
 */
@ParameterizedClass(name = "over TLS: {0}")
@MethodSource("dev.tenon.oauth.spring.SpringTestEnvironment#tlsSettings")
class WholeFlowTest {
    private static SpringTestEnvironment world;
    private static URI server;

    @Parameter
    private boolean secure;

    @BeforeParameterizedClassInvocation
    static void start(boolean secure) throws Exception {
        world = new SpringTestEnvironment(secure);
        server = world.serve(world::byJwt);
    }

    @AfterParameterizedClassInvocation
    static void stop() throws Exception {
        world.close();
    }

    @ParameterizedTest
    @EnumSource(names = {"V2025_11_25", "V2026_07_28"})
    @Covers("2025-03-26/auth-server/as-oauth21")
    void the_first_call_registers_has_the_person_log_in_and_works(Revision revision) {
        BrowserUser alice = world.person("alice");
        int known = world.authorization.clients().all().size();
        OAuthClient oauth = world.credentials(server, alice).build();
        try (McpClient client = world.connect(oauth, revision)) {
            assertThat(call(client, "whoami")).isEqualTo(world.authorization.issuer() + "|alice");
            assertThat(call(client, "whoami")).endsWith("alice");
        }
        assertThat(alice.opened()).isEqualTo(1);
        assertThat(world.authorization.clients().all()).hasSize(known + 1);
    }

    @ParameterizedTest
    @EnumSource(names = {"V2025_11_25", "V2026_07_28"})
    void an_authorization_server_with_a_path_is_found_and_is_another_one(Revision revision) throws Exception {
        String issuer = world.authorization.issuer("/tenant");
        URI tenant = world.serve(uri -> world.byJwt(uri, issuer));
        OAuthClient oauth = world.credentials(tenant, world.person("alice")).build();
        try (McpClient client = world.connect(oauth, revision)) {
            assertThat(call(client, "whoami")).isEqualTo(issuer + "|alice");
        }
        String ofAnother = world.raw
                .logIn("alice", Clients.PUBLIC, "files:read", tenant.toString())
                .text("access_token");
        assertThat(new RawServer(tenant, world.http()).call(ofAnother).status()).isEqualTo(401);
    }

    @ParameterizedTest
    @EnumSource(names = {"V2025_11_25", "V2026_07_28"})
    void a_scope_more_is_asked_for_when_a_tool_needs_it(Revision revision) {
        BrowserUser alice = world.person("alice");
        OAuthClient oauth = world.credentials(server, alice)
                .client(PreregisteredClient.of(Clients.PUBLIC))
                .scopes("files:read")
                .offlineAccess(false)
                .build();
        try (McpClient client = world.connect(oauth, revision)) {
            assertThat(call(client, "read")).isEqualTo("read");
            assertThat(oauth.currentLogin().map(LoginInfo::scopes)).contains(Set.of("files:read"));
            assertThat(client.tools()).extracting(tool -> tool.name()).containsExactly("whoami", "read");

            assertThat(call(client, "write")).isEqualTo("written");
            assertThat(oauth.currentLogin().map(LoginInfo::scopes)).contains(Set.of("files:read", "files:write"));
            assertThat(call(client, "read")).isEqualTo("read");
        }
        assertThat(alice.opened()).isEqualTo(2);
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @EnumSource(names = {"V2025_11_25", "V2026_07_28"})
    void a_token_that_expires_is_refreshed_and_the_refresh_token_rotates(Revision revision) throws Exception {
        BrowserUser bob = world.person("bob");
        OAuthClient oauth = world.credentials(server, bob)
                .client(PreregisteredClient.of(Clients.HASTY).withSecret(Clients.SECRET))
                .limits(OAuthLimits.DEFAULT.withRefreshAhead(Duration.ZERO))
                .build();
        try (McpClient client = world.connect(oauth, revision)) {
            assertThat(call(client, "whoami")).endsWith("bob");
            for (int i = 0; i < 2; i++) {
                Thread.sleep(Clients.HASTY_LIFE.plusMillis(100).toMillis());
                assertThat(call(client, "whoami")).endsWith("bob");
            }
        }
        assertThat(bob.opened()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(names = {"V2025_11_25", "V2026_07_28"})
    @Covers("2025-03-26/auth-server/as-oauth21")
    void a_program_gets_in_by_its_secret_and_by_its_key(Revision revision) throws Exception {
        for (PreregisteredClient program : List.of(
                PreregisteredClient.of(Clients.SERVICE).withSecret(Clients.SECRET),
                PreregisteredClient.of(Clients.KEYED).withKey(key()))) {
            BrowserUser nobody = world.person("nobody");
            OAuthClient oauth = world.credentials(server, nobody)
                    .client(program)
                    .grant(new Grant.ClientCredentials())
                    .scopes("files:read")
                    .build();
            try (McpClient client = world.connect(oauth, revision)) {
                assertThat(call(client, "whoami")).endsWith("|" + program.id());
                assertThat(call(client, "read")).isEqualTo("read");
            }
            assertThat(nobody.opened()).isZero();
        }
    }

    private static ClientSigningKey key() throws JOSEException {
        var key = world.authorization.privateKey();
        return new ClientSigningKey("ES256", key.toECPrivateKey(), key.getKeyID());
    }

    @ParameterizedTest
    @EnumSource(names = {"V2025_11_25", "V2026_07_28"})
    void a_bound_token_is_of_no_use_without_its_key(Revision revision) throws Exception {
        OAuthClient oauth = world.credentials(server, world.person("alice"))
                .client(PreregisteredClient.of(Clients.PUBLIC))
                .dpop(DpopMode.ALWAYS)
                .build();
        try (McpClient client = world.connect(oauth, revision)) {
            assertThat(call(client, "whoami")).endsWith("alice");
            assertThat(call(client, "whoami")).endsWith("alice");
        }
        Map<String, String> headers = oauth.headers("POST", server);
        assertThat(headers).containsKey("DPoP");
        String token = headers.get("Authorization").substring("DPoP ".length());
        RawServer raw = new RawServer(server, world.http());
        assertThat(raw.call(token).status()).isEqualTo(401);
    }

    @ParameterizedTest
    @EnumSource(names = {"V2025_11_25", "V2026_07_28"})
    void a_server_that_wants_proofs_with_a_nonce_gets_them_unasked(Revision revision) throws Exception {
        URI strict = world.serve(world::byProof);
        BrowserUser bob = world.person("bob");
        OAuthClient oauth = world.credentials(strict, bob)
                .client(PreregisteredClient.of(Clients.PUBLIC))
                .build();
        try (McpClient client = world.connect(oauth, revision)) {
            assertThat(call(client, "whoami")).endsWith("bob");
            assertThat(call(client, "read")).isEqualTo("read");
        }
        assertThat(bob.opened()).isEqualTo(1);
        String bearer = world.raw
                .logIn("bob", Clients.PUBLIC, "files:read", strict.toString())
                .text("access_token");
        Answer refused = new RawServer(strict, world.http()).call(bearer);
        assertThat(refused.status()).isEqualTo(401);
        assertThat(refused.challenge()).startsWith("DPoP ");
    }

    @ParameterizedTest
    @EnumSource(names = {"V2025_11_25", "V2026_07_28"})
    void an_opaque_token_counts_until_it_is_revoked(Revision revision) throws Exception {
        URI introspecting = world.serve(world::byIntrospection);
        BrowserUser bob = world.person("bob");
        OAuthClient oauth = world.credentials(introspecting, bob)
                .client(PreregisteredClient.of(Clients.OPAQUE).withSecret(Clients.SECRET))
                .build();
        try (McpClient client = world.connect(oauth, revision)) {
            assertThat(call(client, "whoami")).endsWith("bob");
            String token =
                    oauth.headers("POST", introspecting).get("Authorization").substring("Bearer ".length());
            assertThat(oauth.logout().accessToken()).isEqualTo(LogoutResult.RevocationOutcome.REVOKED);
            assertThat(oauth.currentLogin()).isEmpty();
            Answer afterwards = new RawServer(introspecting, world.http()).call(token);
            assertThat(afterwards.status()).isEqualTo(401);
            assertThat(afterwards.challenge()).contains("error=\"invalid_token\"", "resource_metadata=");

            assertThat(call(client, "whoami")).endsWith("bob");
        }
        assertThat(bob.opened()).isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource(names = {"V2025_11_25", "V2026_07_28"})
    void a_token_of_one_server_is_refused_by_another(Revision revision) throws Exception {
        String token = world.raw
                .logIn("alice", Clients.PUBLIC, "files:read", "https://other.example.com/mcp")
                .text("access_token");
        Answer refused = new RawServer(server, world.http()).call(token);
        assertThat(refused.status()).isEqualTo(401);
        assertThat(refused.challenge()).startsWith("Bearer ").contains("error=\"invalid_token\"");
        assertThat(refused.body()).doesNotContain("aud").doesNotContain("other.example.com");
    }

    @ParameterizedTest
    @EnumSource(names = {"V2025_11_25", "V2026_07_28"})
    void a_user_without_the_scope_gets_an_error(Revision revision) {
        OAuthClient oauth = world.credentials(server, world.person("nobody"))
                .client(PreregisteredClient.of(Clients.READER).withSecret(Clients.SECRET))
                .grant(new Grant.ClientCredentials())
                .scopes("files:read")
                .build();
        try (McpClient client = world.connect(oauth, revision)) {
            assertThat(call(client, "read")).isEqualTo("read");
            assertThatThrownBy(() -> call(client, "write"))
                    .isInstanceOf(AuthorizationException.class)
                    .hasMessageContaining("invalid_scope");
        }
    }

    private static String call(McpClient client, String tool) {
        return ((TextContent) client.callTool(tool, Map.of()).content().get(0)).text();
    }
}
