package dev.tenon.server.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.server.FakeRequestHead;
import dev.tenon.server.http.HttpRequestHead;
import dev.tenon.server.internal.http.CallerKeyResolver;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Issue 20, item 14. */
class CallerKeyResolverTest {
    private static String key(String proxy, String remote, String... forwarded) {
        HttpRequestHead head = new FakeRequestHead(
                "POST", remote, name -> name.equalsIgnoreCase("x-forwarded-for") ? List.of(forwarded) : List.of());
        return new CallerKeyResolver(List.of(proxy)).keyOf(head, null);
    }

    private static String direct(String address) {
        return key("198.51.100.1", address);
    }

    @ParameterizedTest
    @CsvSource({
        "192.0.2.1, 192.0.2.1, true",
        "192.0.2.1, 192.0.2.2, false",
        "2001:db8::1, 2001:0db8:0:0:ffff::9, true",
        "2001:db8::1, 2001:db8:0:1::1, false",
        "::ffff:192.0.2.1, 192.0.2.1, true",
        "fe80::1%eth0, fe80::2, true",
        "unknown, unknown, true",
        "unknown, 192.0.2.1, false",
    })
    void addresses_map_to_the_same_or_different_callers(String one, String other, boolean same) {
        assertThat(direct(one).equals(direct(other))).isEqualTo(same);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "10.0.0.0/8  | 10.1.2.3    | 192.0.2.7                      | 192.0.2.7",
                "10.0.0.0/8  | 11.1.2.3    | 192.0.2.7                      | 11.1.2.3",
                "10.0.0.0/7  | 11.1.2.3    | 192.0.2.7                      | 192.0.2.7",
                "10.1.2.3    | 10.1.2.3    | 203.0.113.9, 192.0.2.7         | 192.0.2.7",
                "10.0.0.0/8  | 10.1.2.3    | 203.0.113.9, 192.0.2.7, 10.9.9.9 | 192.0.2.7",
                "10.0.0.0/8  | 10.1.2.3    | 192.0.2.7, unknown             | 10.1.2.3",
                "10.0.0.0/8  | 10.1.2.3    | evil.example                   | 10.1.2.3",
                "10.0.0.0/8  | 10.1.2.3    | 192.0.2.7:4711                 | 192.0.2.7",
                "10.0.0.0/8  | 10.1.2.3    | [2001:db8::1]:443              | 2001:db8::2",
                "2001:db8::/32 | 2001:db8:9::1 | 192.0.2.7                  | 192.0.2.7",
                "2001:db8::/32 | 10.1.2.3  | 192.0.2.7                      | 10.1.2.3",
                "10.0.0.0/8  | 10.1.2.3    | 10.0.0.4                       | 10.0.0.4",
            })
    void the_address_forwarded_by_a_trusted_proxy_is_the_caller(
            String proxy, String remote, String forwarded, String caller) {
        assertThat(key(proxy, remote, forwarded)).isEqualTo(direct(caller));
    }

    @Test
    void repeated_headers_are_one_list() {
        assertThat(key("10.0.0.0/8", "10.1.2.3", "192.0.2.9", "192.0.2.7, 10.0.0.1"))
                .isEqualTo(direct("192.0.2.7"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"proxy.example", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "2001:db8::/129", ""})
    void an_invalid_network_is_rejected(String text) {
        assertThatThrownBy(() -> new CallerKeyResolver(List.of(text)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("trustedProxies");
    }
}
