package dev.tenon.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OriginPolicyTest {
    private final HostOriginPolicy local = HostOriginPolicy.loopbackOnly();
    private final HostOriginPolicy configured = HostOriginPolicy.of(
            List.of("mcp.example.com", "fixed.example.com:8443", "tls.example.com:443"),
            List.of("https://App.example.com", "http://dev.example.com:3000", "vscode-webview://abc"));

    @ParameterizedTest
    @ValueSource(
            strings = {"localhost", "LocalHost:8080", "127.0.0.1", "127.0.0.1:1", "127.0.0.2", "[::1]", "[::1]:65535"})
    void loopback_hosts_are_allowed(String host) {
        assertThat(local.allowsHost(host)).isTrue();
        assertThat(local.allowsOrigin("http://" + host)).isTrue();
        assertThat(local.allowsOrigin("https://" + host)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "evil.example",
                "evil.example:8080",
                "localhost.evil.example",
                "127.0.0.1.evil.example",
                "evil-localhost",
                "app.localhost",
                "0.0.0.0",
                "[::2]",
                "localhost@evil.example",
                "localhost:80@evil.example",
                "localhost:",
                "localhost:x",
                "localhost/",
                "localhost, evil.example",
                " localhost",
                "",
                "::1"
            })
    void other_hosts_are_rejected(String host) {
        assertThat(local.allowsHost(host)).isFalse();
        assertThat(local.allowsOrigin("http://" + host)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "localhost",
                "http://",
                "http:localhost",
                "http://localhost/",
                "http://localhost/path",
                "http://localhost http://evil.example",
                "ftp://localhost",
                "chrome-extension://localhost",
                "file://",
                "://localhost"
            })
    void an_invalid_origin_is_rejected(String origin) {
        assertThat(local.allowsOrigin(origin)).isFalse();
    }

    @Test
    void a_request_without_origin_is_allowed_and_one_without_host_is_not() {
        assertThat(local.allowsOrigin(null)).isTrue();
        assertThat(local.allowsHost(null)).isFalse();
    }

    @Test
    void more_hosts_can_be_allowed() {
        assertThat(configured.allowsHost("mcp.example.com")).isTrue();
        assertThat(configured.allowsHost("MCP.example.com:9999")).isTrue();
        assertThat(configured.allowsHost("fixed.example.com:8443")).isTrue();
        assertThat(configured.allowsHost("fixed.example.com")).isFalse();
        assertThat(configured.allowsHost("fixed.example.com:8444")).isFalse();
        assertThat(configured.allowsHost("localhost")).isTrue();
    }

    @Test
    void pages_of_an_allowed_host_are_allowed() {
        assertThat(configured.allowsOrigin("https://mcp.example.com")).isTrue();
        assertThat(configured.allowsOrigin("https://mcp.example.com:444")).isTrue();
        assertThat(configured.allowsOrigin("https://fixed.example.com:8443")).isTrue();
        assertThat(configured.allowsOrigin("https://fixed.example.com")).isFalse();
        assertThat(configured.allowsOrigin("https://tls.example.com")).isTrue();
        assertThat(configured.allowsOrigin("http://tls.example.com")).isFalse();
    }

    @Test
    void more_origins_can_be_allowed() {
        assertThat(configured.allowsOrigin("https://app.example.com")).isTrue();
        assertThat(configured.allowsOrigin("https://app.example.com:443")).isTrue();
        assertThat(configured.allowsOrigin("http://app.example.com")).isFalse();
        assertThat(configured.allowsOrigin("https://app.example.com:8443")).isFalse();
        assertThat(configured.allowsOrigin("http://dev.example.com:3000")).isTrue();
        assertThat(configured.allowsOrigin("http://dev.example.com")).isFalse();
        assertThat(configured.allowsOrigin("vscode-webview://abc")).isTrue();
        assertThat(configured.allowsHost("app.example.com")).isFalse();
    }

    @Test
    void everything_can_be_allowed() {
        HostOriginPolicy anyHost = HostOriginPolicy.of(List.of(HostOriginPolicy.ANY), List.of());
        assertThat(anyHost.allowsHost("evil.example")).isTrue();
        assertThat(anyHost.allowsHost(null)).isFalse();
        assertThat(anyHost.allowsOrigin("http://evil.example")).isFalse();
        assertThat(anyHost.allowsOrigin("http://localhost:1")).isTrue();
        HostOriginPolicy anyOrigin = HostOriginPolicy.of(List.of(), List.of(HostOriginPolicy.ANY));
        assertThat(anyOrigin.allowsOrigin("null")).isTrue();
        assertThat(anyOrigin.allowsHost("evil.example")).isFalse();
    }

    @Test
    void an_invalid_entry_is_rejected_at_once() {
        assertThatThrownBy(() -> HostOriginPolicy.of(List.of("https://x"), List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("https://x");
        assertThatThrownBy(() -> HostOriginPolicy.of(List.of(), List.of("x.example")))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
