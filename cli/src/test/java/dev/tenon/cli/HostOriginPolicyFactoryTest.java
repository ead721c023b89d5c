package dev.tenon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.http.HostOriginPolicy;
import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;

class HostOriginPolicyFactoryTest {
    @Test
    void a_loopback_listener_accepts_its_own_names_only() {
        HostOriginPolicy origins = HostOriginPolicyFactory.createHostOriginPolicy("127.0.0.1", List.of());
        assertThat(origins.allowsHost("127.0.0.1:8080")).isTrue();
        assertThat(origins.allowsHost("localhost:8080")).isTrue();
        assertThat(origins.allowsHost("192.0.2.1:8080")).isFalse();
        assertThat(origins.allowsHost("evil.example")).isFalse();
    }

    @Test
    void the_host_of_the_listener_is_accepted() {
        assertThat(HostOriginPolicyFactory.createHostOriginPolicy("192.0.2.1", List.of())
                        .allowsHost("192.0.2.1"))
                .isTrue();
        assertThat(HostOriginPolicyFactory.createHostOriginPolicy("2001:db8::1", List.of())
                        .allowsHost("[2001:db8::1]:80"))
                .isTrue();
    }

    @Test
    void a_wildcard_listener_accepts_its_own_names_only() throws Exception {
        String wildcard = "0.0.0.0";
        HostOriginPolicy origins = HostOriginPolicyFactory.createHostOriginPolicy(wildcard, List.of());
        assertThat(HostOriginPolicyFactory.isWildcard(wildcard)).isTrue();
        assertThat(origins.allowsHost(InetAddress.getLocalHost().getHostName())).isTrue();
        assertThat(origins.allowsHost("evil.example")).isFalse();
    }
}
