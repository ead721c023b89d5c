package dev.tenon.cli.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.tenon.guard.config.TelemetryConfig;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Issue 20, item 32: probes and scrapers reach the operations listener, requests that a web page causes do not. */
class ProbeFilterTest {
    private MonitoredGuard guard;

    @BeforeEach
    void startGuard() {
        guard = startGuardAt("0.0.0.0");
    }

    private static MonitoredGuard startGuardAt(String address) {
        TelemetryConfig config = new TelemetryConfig(
                Optional.of(new TelemetryConfig.ListenAddress(address, 0)),
                Optional.empty(),
                Optional.empty(),
                List.of("metrics.example.com"));
        return new MonitoredGuard(config, List::of);
    }

    @AfterEach
    void close() {
        guard.close();
    }

    /** Returns the status line for a request with these header lines. */
    private String fetchStatus(String address, String... headerLines) throws IOException {
        try (Socket socket = new Socket(
                InetAddress.getByName(address),
                guard.monitor.operationsUri().orElseThrow().getPort())) {
            socket.setSoTimeout(20_000);
            String request = String.join("\r\n", headerLines) + "\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            String response = new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
            return response.lines().findFirst().orElse("")
                    + response.substring(Math.max(0, response.indexOf("\r\n\r\n")));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, 127.0.0.1:9464",
        "127.0.0.1, localhost",
        "127.0.0.1, LOCALHOST:1",
        "127.0.0.2, 127.0.0.2:9464",
        "127.0.0.1, metrics.example.com",
        "127.0.0.1, metrics.example.com:9464"
    })
    void probes_with_an_address_of_the_machine_or_a_configured_name_are_accepted(String address, String host)
            throws IOException {
        for (String path : List.of("/health", "/ready", "/metrics")) {
            assertThat(fetchStatus(address, "GET " + path + " HTTP/1.1", "Host: " + host))
                    .contains(" 200 ");
        }
        assertThat(fetchStatus(address, "GET /other HTTP/1.1", "Host: " + host)).contains(" 404 ");
    }

    @Test
    void probes_with_the_address_of_their_interface_are_accepted() throws IOException {
        Optional<InetAddress> interfaceAddress = NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(address -> address instanceof Inet4Address && !address.isLoopbackAddress())
                .findFirst();
        assumeThat(interfaceAddress).as("an address that is not loopback").isPresent();
        String address = interfaceAddress.orElseThrow().getHostAddress();

        assertThat(fetchStatus(address, "GET /health HTTP/1.1", "Host: " + address + ":9464"))
                .contains(" 200 ");
        assertThat(fetchStatus("127.0.0.1", "GET /health HTTP/1.1", "Host: " + address))
                .contains(" 403 ");
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @CsvSource({
        "[::1]:9464, 200",
        "[::1], 200",
        "[0:0:0:0:0:0:0:1]:9464, 200",
        "localhost:9464, 200",
        "metrics.example.com, 200",
        "[::2]:9464, 403",
        "::1, 403",
        "[::1]attacker.example, 403",
        "[::1]:9464:9464, 403",
        "attacker.example, 403"
    })
    void probes_at_the_ipv6_loopback_address_need_a_known_host(String host, int status) throws IOException {
        assumeThat(hasLoopbackOfIpv6()).as("a loopback address of IPv6").isTrue();
        assertThat(fetchStatus("::1", "GET /health HTTP/1.1", "Host: " + host)).contains(" " + status + " ");
    }

    @Test
    void probes_of_an_ipv6_listener_are_accepted() throws IOException {
        assumeThat(hasLoopbackOfIpv6()).as("a loopback address of IPv6").isTrue();
        guard.close();
        guard = startGuardAt("::1");

        for (String path : List.of("/health", "/ready", "/metrics")) {
            assertThat(fetchStatus("::1", "GET " + path + " HTTP/1.1", "Host: [::1]:9464"))
                    .contains(" 200 ");
            assertThat(fetchStatus("::1", "GET " + path + " HTTP/1.1", "Host: [::2]:9464"))
                    .contains(" 403 ");
        }
    }

    private static boolean hasLoopbackOfIpv6() throws IOException {
        return NetworkInterface.getByInetAddress(InetAddress.getByName("::1")) != null;
    }

    @Test
    void probes_with_the_ipv6_address_of_their_interface_are_accepted() throws IOException {
        Optional<InetAddress> interfaceAddress = NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(address -> address instanceof Inet6Address
                        && !address.isLoopbackAddress()
                        && !address.isLinkLocalAddress())
                .findFirst();
        assumeThat(interfaceAddress)
                .as("an address of IPv6 that is not loopback")
                .isPresent();
        String address = interfaceAddress.orElseThrow().getHostAddress().replaceAll("%.*", "");

        assertThat(fetchStatus(address, "GET /health HTTP/1.1", "Host: [" + address + "]:9464"))
                .contains(" 200 ");
        assertThat(fetchStatus("127.0.0.1", "GET /health HTTP/1.1", "Host: [" + address + "]"))
                .contains(" 403 ");
    }

    @Test
    void http_1_0_probes_need_no_host() throws IOException {
        assertThat(fetchStatus("127.0.0.1", "GET /health HTTP/1.0")).contains(" 200 ");
        assertThat(fetchStatus("127.0.0.1", "GET /health HTTP/1.1")).doesNotContain(" 200 ");
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @ValueSource(
            strings = {
                "attacker.example",
                "127.0.0.1.attacker.example",
                "192.0.2.7",
                "[::1",
                "127.0.0.1@attacker.example",
                ""
            })
    void requests_with_other_hosts_are_rejected_for_every_path(String host) throws IOException {
        for (String path : List.of("/health", "/ready", "/metrics", "/other")) {
            assertThat(fetchStatus("127.0.0.1", "GET " + path + " HTTP/1.1", "Host: " + host))
                    .contains(" 403 ", "telemetry.hosts");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://127.0.0.1:9464", "https://attacker.example", "null"})
    void requests_of_web_pages_are_rejected(String origin) throws IOException {
        assertThat(fetchStatus("127.0.0.1", "GET /metrics HTTP/1.1", "Host: 127.0.0.1", "Origin: " + origin))
                .contains(" 403 ");
    }

    @Test
    void a_request_with_two_hosts_is_rejected() throws IOException {
        assertThat(fetchStatus("127.0.0.1", "GET /metrics HTTP/1.1", "Host: 127.0.0.1", "Host: attacker.example"))
                .doesNotContain(" 200 ");
    }
}
