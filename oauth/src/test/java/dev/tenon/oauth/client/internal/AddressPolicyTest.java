package dev.tenon.oauth.client.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.coverage.Covers;
import dev.tenon.oauth.client.AuthorizationException;
import dev.tenon.oauth.client.OAuthClient;
import dev.tenon.oauth.client.OAuthLimits;
import dev.tenon.oauth.client.internal.http.AddressPolicy;
import dev.tenon.oauth.client.internal.http.RestrictedHttpClient;
import dev.tenon.oauth.internal.NetworkConnector;
import dev.tenon.oauth.internal.OAuthHttpClient;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The address policy of the client. All addresses are literal, so no name is resolved. */
class AddressPolicyTest {
    private static final AddressPolicy PUBLIC_SERVER =
            new AddressPolicy(URI.create("https://93.184.215.14/mcp"), uri -> false, NetworkConnector.SYSTEM);
    private static final AddressPolicy LOOPBACK_SERVER =
            new AddressPolicy(URI.create("http://127.0.0.1:8080/mcp"), uri -> false, NetworkConnector.SYSTEM);
    private static final AddressPolicy PRIVATE_SERVER =
            new AddressPolicy(URI.create("https://10.1.2.3/mcp"), uri -> false, NetworkConnector.SYSTEM);

    private static void assertRejected(AddressPolicy policy, String uri) {
        assertThatThrownBy(() -> policy.resolveAllowed(URI.create(uri), "the metadata"))
                .isInstanceOf(AuthorizationException.class)
                .hasMessageContaining("Refusing to contact");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://127.0.0.1/a",
                "https://127.8.9.10/a",
                "https://[::1]/a",
                "https://0.0.0.0/a",
                "https://[::]/a",
                "https://10.0.0.1/a",
                "https://172.16.0.1/a",
                "https://172.31.255.255/a",
                "https://192.168.1.1/a",
                "https://169.254.169.254/latest/meta-data",
                "https://[fe80::1]/a",
                "https://100.64.0.1/a",
                "https://[fd00::1]/a",
                "https://[fc00::1]/a",
                "https://[::ffff:10.0.0.1]/a",
                "https://[::ffff:7f00:1]/a",
                "https://[64:ff9b::a00:1]/a",
                "https://[2002:a00:1::]/a",
                "https://[::10.0.0.1]/a",
                "https://198.18.0.1/a",
                "https://192.0.2.1/a",
                "https://203.0.113.7/a",
                "https://224.0.0.1/a",
                "https://240.0.0.1/a",
                "https://255.255.255.255/a",
                "https://[ff02::1]/a",
                "https://[2001:db8::1]/a"
            })
    @Covers({"core/security/ssrf-mitigate", "core/security/ssrf-block-private"})
    void a_public_server_cannot_refer_to_a_private_network(String uri) {
        assertRejected(PUBLIC_SERVER, uri);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://93.184.215.15/a",
                "http://127.0.0.1/a",
                "ftp://93.184.215.15/a",
                "file:///etc/passwd",
                "javascript:alert(1)",
                "data:text/html,a",
                "jar:https://93.184.215.15/a!/b",
                "/relative",
                "https:///a",
                "https://me:secret@93.184.215.15/a",
                "https://93.184.215.15/a#b",
                "mailto:a@b.example",
                "https://no-such-host.invalid/a"
            })
    @Covers({"core/security/ssrf-https", "core/security/auth-url-schemes", "core/security/sanitize-urls"})
    void a_public_server_can_only_refer_to_https(String uri) {
        assertRejected(PUBLIC_SERVER, uri);
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://93.184.215.15/a?b=c", "https://[2606:2800:21f::1]:8443/a", "HTTPS://8.8.8.8"})
    void public_addresses_are_allowed(String uri) {
        assertThat(PUBLIC_SERVER.resolveAllowed(URI.create(uri), "a"))
                .hasSize(1)
                .allMatch(AddressPolicy::isPublic);
    }

    @Test
    void a_server_on_this_machine_may_refer_to_this_machine_without_tls() {
        assertThat(LOOPBACK_SERVER.resolveAllowed(URI.create("http://127.0.0.1:9/a"), "a"))
                .isNotNull();
        assertThat(LOOPBACK_SERVER.resolveAllowed(URI.create("http://[::1]:9/a"), "a"))
                .isNotNull();
        assertThat(LOOPBACK_SERVER.resolveAllowed(URI.create("https://192.168.1.1/a"), "a"))
                .isNotNull();
        assertRejected(LOOPBACK_SERVER, "http://192.168.1.1/a");
        assertRejected(LOOPBACK_SERVER, "http://93.184.215.15/a");
        assertRejected(LOOPBACK_SERVER, "https://169.254.169.254/a");
    }

    @Test
    void a_server_in_a_private_network_may_refer_to_that_network() {
        assertThat(PRIVATE_SERVER.resolveAllowed(URI.create("https://10.9.9.9/a"), "a"))
                .isNotNull();
        assertRejected(PRIVATE_SERVER, "http://10.9.9.9/a");
        assertRejected(PRIVATE_SERVER, "http://127.0.0.1/a");
        assertRejected(PRIVATE_SERVER, "https://169.254.169.254/a");
    }

    @Test
    void trusted_uris_are_allowed() {
        AddressPolicy policy = new AddressPolicy(
                URI.create("https://93.184.215.14/mcp"),
                uri -> uri.getHost().equals("10.0.0.1"),
                NetworkConnector.SYSTEM);
        assertThat(policy.resolveAllowed(URI.create("http://10.0.0.1/a"), "a")).isNotNull();
        assertRejected(policy, "http://10.0.0.2/a");
        assertThatThrownBy(() -> policy.resolveAllowed(URI.create("file://10.0.0.1/a"), "a"))
                .isInstanceOf(AuthorizationException.class);
    }

    @Test
    @Covers("core/security/ssrf-mitigate")
    void no_connection_is_opened_to_a_denied_address() throws Exception {
        try (ServerSocket serverSocket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            serverSocket.setSoTimeout(300);
            RestrictedHttpClient client = new RestrictedHttpClient(
                    PUBLIC_SERVER, OAuthLimits.DEFAULT, new OAuthHttpClient(NetworkConnector.SYSTEM, null));
            URI uri = URI.create("https://127.0.0.1:" + serverSocket.getLocalPort() + "/a");
            assertThatThrownBy(() -> client.getFollowingRedirects(uri, Map.of(), "the metadata"))
                    .isInstanceOf(AuthorizationException.class);
            assertThatThrownBy(serverSocket::accept).isInstanceOf(SocketTimeoutException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://example.com/mcp", "http://10.0.0.1/mcp", "ws://example.com/mcp"})
    void tokens_are_only_sent_over_tls(String server) {
        assertThatThrownBy(() -> OAuthClient.builder(server).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("only sent over TLS");
    }

    @ParameterizedTest
    @ValueSource(strings = {"example.com", "ftp://example.com", "https://me@example.com/mcp", "https:/a"})
    void invalid_server_urls_are_rejected(String server) {
        assertThatThrownBy(() -> OAuthClient.builder(server)).isInstanceOf(IllegalArgumentException.class);
    }
}
