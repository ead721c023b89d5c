package dev.tenon.uri;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Issue 20, section 1: a single URL normalizer with a single definition of loopback. */
class HttpUrlsTest {
    @ParameterizedTest
    @CsvSource({
        "http://localhost/a, true, true",
        "http://LocalHost:8080, true, true",
        "HTTP://127.0.0.1, true, true",
        "http://127.255.0.9:1/a, true, true",
        "http://[::1]:80, true, true",
        "http://[0:0:0:0:0:0:0:1], true, true",
        "http://[::ffff:127.0.0.1], true, true",
        "ws://localhost/a, true, true",
        "https://localhost, true, true",
        "https://example.com, false, true",
        "HTTPS://example.com, false, true",
        "wss://example.com, false, true",
        "http://example.com, false, false",
        "ws://example.com, false, false",
        "http://app.localhost, false, false",
        "http://localhost.example.com, false, false",
        "http://127.0.0.1.example.com, false, false",
        "http://notlocalhost, false, false",
        "http://128.0.0.1, false, false",
        "http://12.7.0.1, false, false",
        "http://[::2], false, false",
        "http://[::ffff:10.0.0.1], false, false",
        "http://0.0.0.0, false, false",
        "http://10.0.0.1, false, false",
        "http://localhost@example.com, false, false",
        "http://example.com@localhost, true, false",
        "ftp://localhost, true, false",
        "https:/a, false, false",
        "//localhost/a, true, false"
    })
    void loopback_and_urls_that_may_receive_secrets_are_recognized(
            String text, boolean loopback, boolean mayHoldSecret) {
        URI url = URI.create(text);
        assertThat(url.getHost() != null && HttpUrls.isLoopback(url.getHost())).isEqualTo(loopback);
        assertThat(HttpUrls.isSecureOrLoopback(url)).isEqualTo(mayHoldSecret);
    }

    @ParameterizedTest
    @CsvSource({
        "https://example.com, https://example.com/, https://example.com",
        "HTTPS://EXAMPLE.com:443/A/%2f?B=C#d, https://example.com/A/%2f?B=C, https://example.com",
        "http://example.com:80, http://example.com/, http://example.com",
        "http://example.com:443, http://example.com:443/, http://example.com:443",
        "wss://example.com:443/a, https://example.com/a, https://example.com",
        "ws://example.com:8080?x, http://example.com:8080/?x, http://example.com:8080",
        "http://[::1]:8080/a, http://[::1]:8080/a, http://[::1]:8080"
    })
    void urls_are_normalized(String text, String normal, String origin) {
        URI url = URI.create(text);
        assertThat(HttpUrls.normalize(url)).hasToString(normal);
        assertThat(HttpUrls.normalize(URI.create(normal))).hasToString(normal);
        assertThat(HttpUrls.origin(url)).isEqualTo(origin);
    }

    @ParameterizedTest
    @CsvSource({
        "https://example.com/a, https://EXAMPLE.com:443/b?c, true",
        "https://example.com, wss://example.com, true",
        "https://example.com, http://example.com, false",
        "https://example.com, https://example.com:444, false",
        "https://example.com, https://www.example.com, false",
        "https://example.com, https://me@example.com, false",
        "https://example.com, /a, false",
        "mailto:a@example.com, mailto:a@example.com, false"
    })
    void origins_are_compared(String one, String other, boolean same) {
        assertThat(HttpUrls.isSameOrigin(URI.create(one), URI.create(other))).isEqualTo(same);
        assertThat(HttpUrls.isSameOrigin(URI.create(other), URI.create(one))).isEqualTo(same);
    }

    @ParameterizedTest
    @CsvSource({"::1, [::1]", "[::1], [::1]", "127.0.0.1, 127.0.0.1", "localhost, localhost"})
    void an_ipv6_address_is_in_brackets(String host, String inUrl) {
        assertThat(HttpUrls.formatHost(host)).isEqualTo(inUrl);
    }

    @Test
    void parses_absolute_urls_of_http_servers_only() {
        assertThat(HttpUrls.parse("HTTPS://example.com/a")).isNotNull();
        assertThat(HttpUrls.parse(null)).isNull();
        assertThat(HttpUrls.parse("/a")).isNull();
        assertThat(HttpUrls.parse("https://me@example.com")).isNull();
        assertThat(HttpUrls.parse("https://exa mple.com")).isNull();
        assertThat(HttpUrls.parse("https://127.300.1.1")).isNull();
        assertThat(HttpUrls.parse("file:///etc/passwd")).isNull();
    }
}
