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
import dev.tenon.oauth.spring.ResourceServerClient.McpResponse;
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
 * The Tenon client calls the Tenon server with tokens of Spring's authorization server, over HTTP and TLS, in both
 * protocol eras. A quick run uses TLS.
 */
@ParameterizedClass(name = "over TLS: {0}")
@MethodSource("dev.tenon.oauth.spring.SpringTestEnvironment#tlsSettings")
class AuthorizationFlowTest {
    private static SpringTestEnvironment environment;
    private static URI server;

    @Parameter
    private boolean secure;

    @BeforeParameterizedClassInvocation
    static void start(boolean secure) throws Exception {
        environment = new SpringTestEnvironment(secure);
        server = environment.startServer(environment::newJwtAuthenticator);
    }

    @AfterParameterizedClassInvocation
    static void stop() throws Exception {
        environment.close();
    }

    @ParameterizedTest
    @EnumSource(names = {"V2025_11_25", "V2026_07_28"})
    @Covers("2025-03-26/auth-server/as-oauth21")
    void the_first_call_registers_the_client_and_logs_the_user_in(Revision revision) {
        BrowserUser alice = environment.newUser("alice");
        int registeredClients = environment.authorizationServer.clients().all().size();
        OAuthClient oauth = environment.newClientBuilder(server, alice).build();
        try (McpClient client = environment.connect(oauth, revision)) {
            assertThat(callTool(client, "whoami")).isEqualTo(environment.authorizationServer.issuer() + "|alice");
            assertThat(callTool(client, "whoami")).endsWith("alice");
        }
        assertThat(alice.openCount()).isEqualTo(1);
        assertThat(environment.authorizationServer.clients().all()).hasSize(registeredClients + 1);
    }

    @ParameterizedTest
    @EnumSource(names = {"V2025_11_25", "V2026_07_28"})
    void an_authorization_server_with_a_path_is_a_separate_issuer(Revision revision) throws Exception {
        String issuer = environment.authorizationServer.issuer("/tenant");
        URI tenantServer = environment.startServer(uri -> environment.newJwtAuthenticator(uri, issuer));
        OAuthClient oauth = environment
                .newClientBuilder(tenantServer, environment.newUser("alice"))
                .build();
        try (McpClient client = environment.connect(oauth, revision)) {
            assertThat(callTool(client, "whoami")).isEqualTo(issuer + "|alice");
        }
        String tokenOfRootIssuer = environment
                .authorizationClient
                .logIn("alice", ClientRepository.PUBLIC, "files:read", tenantServer.toString())
                .text("access_token");
        assertThat(new ResourceServerClient(tenantServer, environment.newHttpClient())
                        .call(tokenOfRootIssuer)
                        .status())
                .isEqualTo(401);
    }

    @ParameterizedTest
    @EnumSource(names = {"V2025_11_25", "V2026_07_28"})
    void an_additional_scope_is_requested_when_a_tool_requires_it(Revision revision) {
        BrowserUser alice = environment.newUser("alice");
        OAuthClient oauth = environment
                .newClientBuilder(server, alice)
                .client(PreregisteredClient.of(ClientRepository.PUBLIC))
                .scopes("files:read")
                .offlineAccess(false)
                .build();
        try (McpClient client = environment.connect(oauth, revision)) {
            assertThat(callTool(client, "read")).isEqualTo("read");
            assertThat(oauth.currentLogin().map(LoginInfo::scopes)).contains(Set.of("files:read"));
            assertThat(client.tools()).extracting(tool -> tool.name()).containsExactly("whoami", "read");

            assertThat(callTool(client, "write")).isEqualTo("written");
            assertThat(oauth.currentLogin().map(LoginInfo::scopes)).contains(Set.of("files:read", "files:write"));
            assertThat(callTool(client, "read")).isEqualTo("read");
        }
        assertThat(alice.openCount()).isEqualTo(2);
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @EnumSource(names = {"V2025_11_25", "V2026_07_28"})
    void a_token_that_expires_is_refreshed_and_the_refresh_token_rotates(Revision revision) throws Exception {
        BrowserUser bob = environment.newUser("bob");
        OAuthClient oauth = environment
                .newClientBuilder(server, bob)
                .client(PreregisteredClient.of(ClientRepository.SHORT_LIVED).withSecret(ClientRepository.SECRET))
                .limits(OAuthLimits.DEFAULT.withRefreshAhead(Duration.ZERO))
                .build();
        try (McpClient client = environment.connect(oauth, revision)) {
            assertThat(callTool(client, "whoami")).endsWith("bob");
            for (int i = 0; i < 2; i++) {
                Thread.sleep(
                        ClientRepository.SHORT_LIVED_LIFETIME.plusMillis(100).toMillis());
                assertThat(callTool(client, "whoami")).endsWith("bob");
            }
        }
        assertThat(bob.openCount()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(names = {"V2025_11_25", "V2026_07_28"})
    @Covers("2025-03-26/auth-server/as-oauth21")
    void a_service_authenticates_with_its_secret_or_its_key(Revision revision) throws Exception {
        for (PreregisteredClient service : List.of(
                PreregisteredClient.of(ClientRepository.SERVICE).withSecret(ClientRepository.SECRET),
                PreregisteredClient.of(ClientRepository.SERVICE_WITH_KEY).withKey(key()))) {
            BrowserUser user = environment.newUser("unused");
            OAuthClient oauth = environment
                    .newClientBuilder(server, user)
                    .client(service)
                    .grant(new Grant.ClientCredentials())
                    .scopes("files:read")
                    .build();
            try (McpClient client = environment.connect(oauth, revision)) {
                assertThat(callTool(client, "whoami")).endsWith("|" + service.id());
                assertThat(callTool(client, "read")).isEqualTo("read");
            }
            assertThat(user.openCount()).isZero();
        }
    }

    private static ClientSigningKey key() throws JOSEException {
        var key = environment.authorizationServer.privateKey();
        return new ClientSigningKey("ES256", key.toECPrivateKey(), key.getKeyID());
    }

    @ParameterizedTest
    @EnumSource(names = {"V2025_11_25", "V2026_07_28"})
    void a_bound_token_is_rejected_without_its_key(Revision revision) throws Exception {
        OAuthClient oauth = environment
                .newClientBuilder(server, environment.newUser("alice"))
                .client(PreregisteredClient.of(ClientRepository.PUBLIC))
                .dpop(DpopMode.ALWAYS)
                .build();
        try (McpClient client = environment.connect(oauth, revision)) {
            assertThat(callTool(client, "whoami")).endsWith("alice");
            assertThat(callTool(client, "whoami")).endsWith("alice");
        }
        Map<String, String> headers = oauth.headers("POST", server);
        assertThat(headers).containsKey("DPoP");
        String token = headers.get("Authorization").substring("DPoP ".length());
        ResourceServerClient resourceClient = new ResourceServerClient(server, environment.newHttpClient());
        assertThat(resourceClient.call(token).status()).isEqualTo(401);
    }

    @ParameterizedTest
    @EnumSource(names = {"V2025_11_25", "V2026_07_28"})
    void proofs_with_a_nonce_are_sent_to_a_server_that_requires_them(Revision revision) throws Exception {
        URI strictServer = environment.startServer(environment::newDpopAuthenticator);
        BrowserUser bob = environment.newUser("bob");
        OAuthClient oauth = environment
                .newClientBuilder(strictServer, bob)
                .client(PreregisteredClient.of(ClientRepository.PUBLIC))
                .build();
        try (McpClient client = environment.connect(oauth, revision)) {
            assertThat(callTool(client, "whoami")).endsWith("bob");
            assertThat(callTool(client, "read")).isEqualTo("read");
        }
        assertThat(bob.openCount()).isEqualTo(1);
        String bearerToken = environment
                .authorizationClient
                .logIn("bob", ClientRepository.PUBLIC, "files:read", strictServer.toString())
                .text("access_token");
        McpResponse response = new ResourceServerClient(strictServer, environment.newHttpClient()).call(bearerToken);
        assertThat(response.status()).isEqualTo(401);
        assertThat(response.challenge()).startsWith("DPoP ");
    }

    @ParameterizedTest
    @EnumSource(names = {"V2025_11_25", "V2026_07_28"})
    void an_opaque_token_is_valid_until_it_is_revoked(Revision revision) throws Exception {
        URI introspectingServer = environment.startServer(environment::newIntrospectionAuthenticator);
        BrowserUser bob = environment.newUser("bob");
        OAuthClient oauth = environment
                .newClientBuilder(introspectingServer, bob)
                .client(PreregisteredClient.of(ClientRepository.OPAQUE).withSecret(ClientRepository.SECRET))
                .build();
        try (McpClient client = environment.connect(oauth, revision)) {
            assertThat(callTool(client, "whoami")).endsWith("bob");
            String token = oauth.headers("POST", introspectingServer)
                    .get("Authorization")
                    .substring("Bearer ".length());
            assertThat(oauth.logout().accessToken()).isEqualTo(LogoutResult.RevocationOutcome.REVOKED);
            assertThat(oauth.currentLogin()).isEmpty();
            McpResponse response =
                    new ResourceServerClient(introspectingServer, environment.newHttpClient()).call(token);
            assertThat(response.status()).isEqualTo(401);
            assertThat(response.challenge()).contains("error=\"invalid_token\"", "resource_metadata=");

            assertThat(callTool(client, "whoami")).endsWith("bob");
        }
        assertThat(bob.openCount()).isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource(names = {"V2025_11_25", "V2026_07_28"})
    void a_token_for_a_different_server_is_rejected(Revision revision) throws Exception {
        String token = environment
                .authorizationClient
                .logIn("alice", ClientRepository.PUBLIC, "files:read", "https://other.example.com/mcp")
                .text("access_token");
        McpResponse response = new ResourceServerClient(server, environment.newHttpClient()).call(token);
        assertThat(response.status()).isEqualTo(401);
        assertThat(response.challenge()).startsWith("Bearer ").contains("error=\"invalid_token\"");
        assertThat(response.body()).doesNotContain("aud").doesNotContain("other.example.com");
    }

    @ParameterizedTest
    @EnumSource(names = {"V2025_11_25", "V2026_07_28"})
    void a_user_without_the_scope_gets_an_error(Revision revision) {
        OAuthClient oauth = environment
                .newClientBuilder(server, environment.newUser("unused"))
                .client(PreregisteredClient.of(ClientRepository.READ_ONLY_SERVICE)
                        .withSecret(ClientRepository.SECRET))
                .grant(new Grant.ClientCredentials())
                .scopes("files:read")
                .build();
        try (McpClient client = environment.connect(oauth, revision)) {
            assertThat(callTool(client, "read")).isEqualTo("read");
            assertThatThrownBy(() -> callTool(client, "write"))
                    .isInstanceOf(AuthorizationException.class)
                    .hasMessageContaining("invalid_scope");
        }
    }

    private static String callTool(McpClient client, String tool) {
        return ((TextContent) client.callTool(tool, Map.of()).content().get(0)).text();
    }
}
