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
    private MonitoredGuard watched;

    @BeforeEach
    void watch() {
        watched = watchedAt("0.0.0.0");
    }

    private static MonitoredGuard watchedAt(String address) {
        TelemetryConfig plan = new TelemetryConfig(
                Optional.of(new TelemetryConfig.ListenAddress(address, 0)),
                Optional.empty(),
                Optional.empty(),
                List.of("metrics.example.com"));
        return new MonitoredGuard(plan, List::of);
    }

    @AfterEach
    void end() {
        watched.close();
    }

    /** Returns the status line for a request with these header lines. */
    private String status(String address, String... head) throws IOException {
        try (Socket socket = new Socket(
                InetAddress.getByName(address),
                watched.monitoring.operationsUri().orElseThrow().getPort())) {
            socket.setSoTimeout(20_000);
            String request = String.join("\r\n", head) + "\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
            return answer.lines().findFirst().orElse("") + answer.substring(Math.max(0, answer.indexOf("\r\n\r\n")));
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
    void probes_pass_by_every_address_of_the_machine_and_by_configured_names(String address, String host)
            throws IOException {
        for (String path : List.of("/health", "/ready", "/metrics")) {
            assertThat(status(address, "GET " + path + " HTTP/1.1", "Host: " + host))
                    .contains(" 200 ");
        }
        assertThat(status(address, "GET /other HTTP/1.1", "Host: " + host)).contains(" 404 ");
    }

    @Test
    void probes_pass_by_the_address_of_an_interface() throws IOException {
        Optional<InetAddress> own = NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(address -> address instanceof Inet4Address && !address.isLoopbackAddress())
                .findFirst();
        assumeThat(own).as("an address that is not loopback").isPresent();
        String address = own.orElseThrow().getHostAddress();

        assertThat(status(address, "GET /health HTTP/1.1", "Host: " + address + ":9464"))
                .contains(" 200 ");
        assertThat(status("127.0.0.1", "GET /health HTTP/1.1", "Host: " + address))
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
    void probes_pass_by_the_loopback_address_of_ipv6(String host, int status) throws IOException {
        assumeThat(hasLoopbackOfIpv6()).as("a loopback address of IPv6").isTrue();
        assertThat(status("::1", "GET /health HTTP/1.1", "Host: " + host)).contains(" " + status + " ");
    }

    @Test
    void probes_pass_where_the_address_listened_at_is_one_of_ipv6() throws IOException {
        assumeThat(hasLoopbackOfIpv6()).as("a loopback address of IPv6").isTrue();
        watched.close();
        watched = watchedAt("::1");

        for (String path : List.of("/health", "/ready", "/metrics")) {
            assertThat(status("::1", "GET " + path + " HTTP/1.1", "Host: [::1]:9464"))
                    .contains(" 200 ");
            assertThat(status("::1", "GET " + path + " HTTP/1.1", "Host: [::2]:9464"))
                    .contains(" 403 ");
        }
    }

    private static boolean hasLoopbackOfIpv6() throws IOException {
        return NetworkInterface.getByInetAddress(InetAddress.getByName("::1")) != null;
    }

    @Test
    void probes_pass_by_the_ipv6_address_of_an_interface_that_they_arrive_at() throws IOException {
        Optional<InetAddress> own = NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(address -> address instanceof Inet6Address
                        && !address.isLoopbackAddress()
                        && !address.isLinkLocalAddress())
                .findFirst();
        assumeThat(own).as("an address of IPv6 that is not loopback").isPresent();
        String address = own.orElseThrow().getHostAddress().replaceAll("%.*", "");

        assertThat(status(address, "GET /health HTTP/1.1", "Host: [" + address + "]:9464"))
                .contains(" 200 ");
        assertThat(status("127.0.0.1", "GET /health HTTP/1.1", "Host: [" + address + "]"))
                .contains(" 403 ");
    }

    @Test
    void probes_of_http_1_0_have_no_host() throws IOException {
        assertThat(status("127.0.0.1", "GET /health HTTP/1.0")).contains(" 200 ");
        assertThat(status("127.0.0.1", "GET /health HTTP/1.1")).doesNotContain(" 200 ");
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
    void requests_by_other_names_do_not_whatever_their_path(String host) throws IOException {
        for (String path : List.of("/health", "/ready", "/metrics", "/other")) {
            assertThat(status("127.0.0.1", "GET " + path + " HTTP/1.1", "Host: " + host))
                    .contains(" 403 ", "telemetry.hosts");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://127.0.0.1:9464", "https://attacker.example", "null"})
    void requests_of_web_pages_do_not(String origin) throws IOException {
        assertThat(status("127.0.0.1", "GET /metrics HTTP/1.1", "Host: 127.0.0.1", "Origin: " + origin))
                .contains(" 403 ");
    }

    @Test
    void a_request_with_two_hosts_does_not() throws IOException {
        assertThat(status("127.0.0.1", "GET /metrics HTTP/1.1", "Host: 127.0.0.1", "Host: attacker.example"))
                .doesNotContain(" 200 ");
    }
}
