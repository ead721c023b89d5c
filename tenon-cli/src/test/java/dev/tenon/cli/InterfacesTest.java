package dev.tenon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.http.Origins;
import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;

class InterfacesTest {
    @Test
    void a_server_on_this_machine_only_is_called_by_its_names_only() {
        Origins origins = Interfaces.origins(HostPort.DEFAULT, List.of());
        assertThat(origins.allowsHost("127.0.0.1:8080")).isTrue();
        assertThat(origins.allowsHost("localhost:8080")).isTrue();
        assertThat(origins.allowsHost("192.0.2.1:8080")).isFalse();
        assertThat(origins.allowsHost("evil.example")).isFalse();
    }

    @Test
    void the_host_that_is_listened_on_is_let_in() {
        assertThat(Interfaces.origins(new HostPort("192.0.2.1", 80), List.of()).allowsHost("192.0.2.1"))
                .isTrue();
        assertThat(Interfaces.origins(new HostPort("2001:db8::1", 80), List.of())
                        .allowsHost("[2001:db8::1]:80"))
                .isTrue();
    }

    @Test
    void a_server_on_all_addresses_is_called_by_its_own_but_by_no_name_of_somebody_else() throws Exception {
        HostPort everywhere = new HostPort("0.0.0.0", 80);
        Origins origins = Interfaces.origins(everywhere, List.of());
        assertThat(Interfaces.isEverywhere(everywhere)).isTrue();
        assertThat(origins.allowsHost(InetAddress.getLocalHost().getHostName())).isTrue();
        assertThat(origins.allowsHost("evil.example")).isFalse();
    }
}
