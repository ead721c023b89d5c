package dev.tenon.oauth.client.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.coverage.Covers;
import dev.tenon.oauth.client.AuthorizationException;
import dev.tenon.oauth.client.OAuthLimits;
import dev.tenon.oauth.client.internal.http.AddressPolicy;
import dev.tenon.oauth.client.internal.http.RestrictedHttpClient;
import dev.tenon.oauth.internal.NetworkConnector;
import dev.tenon.oauth.internal.OAuthHttpClient;
import dev.tenon.oauth.internal.OAuthHttpResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Issue 20, item 38: the address that was checked is the address that is connected to. */
class PinnedAddressTest {
    private static final String PUBLIC = "93.184.215.14";
    private static final String OTHER_PUBLIC = "93.184.215.15";
    private static final String PRIVATE = "10.0.0.7";

    @TempDir
    private static Path folder;

    private static StubHttpsServer httpServer;

    private final List<String> lookups = new CopyOnWriteArrayList<>();
    private final List<String> connectedAddresses = new CopyOnWriteArrayList<>();

    @BeforeAll
    static void open() throws Exception {
        httpServer = new StubHttpsServer(folder, "login.example");
    }

    @AfterAll
    static void close() throws Exception {
        httpServer.close();
    }

    /** Resolves a name to the next of these addresses each time; every connection leads to the server of the test. */
    private NetworkConnector newNetwork(String... addressLists) {
        AtomicInteger next = new AtomicInteger();
        return new NetworkConnector() {
            @Override
            public List<InetAddress> lookup(String host) throws UnknownHostException {
                if (host.equals("mcp.example")) {
                    return List.of(InetAddress.getByName(PUBLIC));
                }
                lookups.add(host);
                List<InetAddress> addresses = new ArrayList<>();
                for (String address : addressLists[next.getAndIncrement() % addressLists.length].split(" ")) {
                    addresses.add(InetAddress.getByName(address));
                }
                return addresses;
            }

            @Override
            public void connect(SocketChannel channel, InetSocketAddress address) throws IOException {
                connectedAddresses.add(address.getAddress().getHostAddress());
                if (address.getAddress().getHostAddress().equals(OTHER_PUBLIC)) {
                    throw new IOException("Nothing listens there");
                }
                channel.connect(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), httpServer.port()));
            }
        };
    }

    private RestrictedHttpClient newClient(NetworkConnector network) {
        AddressPolicy policy = new AddressPolicy(URI.create("https://mcp.example/mcp"), uri -> false, network);
        return new RestrictedHttpClient(
                policy, OAuthLimits.DEFAULT, new OAuthHttpClient(network, httpServer.createTrustingContext()));
    }

    private static OAuthHttpResponse get(RestrictedHttpClient client, String host) {
        return client.getFollowingRedirects(URI.create("https://" + host + "/metadata"), Map.of(), "the metadata");
    }

    @Test
    @Covers({"core/security/ssrf-mitigate", "core/security/ssrf-block-private"})
    void an_alternating_resolver_never_leads_to_a_private_address() {
        RestrictedHttpClient client = newClient(newNetwork(PUBLIC, PRIVATE));
        for (int i = 0; i < 10; i++) {
            assertThat(get(client, "login.example").status()).isEqualTo(200);
            assertThatThrownBy(() -> get(client, "login.example"))
                    .isInstanceOf(AuthorizationException.class)
                    .hasMessageContaining("private network address");
        }
        assertThat(connectedAddresses).hasSize(10).containsOnly(PUBLIC);
        assertThat(lookups).as("one lookup for each request").hasSize(20);
    }

    @Test
    void one_private_address_among_public_ones_is_rejected() {
        assertThatThrownBy(() -> get(newClient(newNetwork(PUBLIC + " " + PRIVATE)), "login.example"))
                .isInstanceOf(AuthorizationException.class);
        assertThat(connectedAddresses).isEmpty();
    }

    @Test
    void sni_certificate_check_and_host_header_use_the_name() {
        httpServer.requests.clear();
        get(newClient(newNetwork(PUBLIC)), "login.example");
        assertThat(httpServer.requests).containsExactly("login.example login.example GET /metadata");
    }

    @Test
    void a_certificate_for_a_different_name_is_rejected() {
        httpServer.requests.clear();
        assertThatThrownBy(() -> get(newClient(newNetwork(PUBLIC)), "other.example"))
                .isInstanceOf(AuthorizationException.class)
                .hasMessageContaining("securely");
        assertThat(httpServer.requests).isEmpty();
    }

    @Test
    void the_next_address_is_tried_when_one_cannot_be_reached() {
        assertThat(get(newClient(newNetwork(OTHER_PUBLIC + " " + PUBLIC)), "login.example")
                        .status())
                .isEqualTo(200);
        assertThat(connectedAddresses).containsExactly(OTHER_PUBLIC, PUBLIC);
    }
}
