package dev.tenon.oauth.client.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.coverage.Covers;
import dev.tenon.oauth.client.internal.login.SystemBrowser;
import java.io.File;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A page is opened by a program of the operating system, without a shell. */
class SystemBrowserTest {
    private static final String URL = "https://as.example/a?b=$(touch%20x)&c=`id`;d|e&f='g'";

    @Test
    @Covers({"core/security/no-shell-open", "core/security/open-url-native"})
    void the_url_is_one_argument_on_every_system() {
        assertThat(SystemBrowser.command("linux", URL)).containsExactly("xdg-open", URL);
        assertThat(SystemBrowser.command("mac os x", URL)).containsExactly("open", URL);
        assertThat(SystemBrowser.command("windows 11", URL))
                .containsExactly("rundll32", "url.dll,FileProtocolHandler", URL);
    }

    @Test
    void without_a_display_no_program_is_started() {
        assertThat(SystemBrowser.hasDisplay("linux", Map.of())).isFalse();
        assertThat(SystemBrowser.hasDisplay("linux", Map.of("DISPLAY", ":0"))).isTrue();
        assertThat(SystemBrowser.hasDisplay("linux", Map.of("WAYLAND_DISPLAY", "w")))
                .isTrue();
        assertThat(SystemBrowser.hasDisplay("windows 11", Map.of())).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"javascript:alert(1)", "file:///etc/passwd", "vbscript:x", "data:text/html,a", "a", "https:a"})
    @Covers({"core/security/auth-url-schemes", "core/security/auth-url-allowlist"})
    void only_web_pages_are_opened(String uri) {
        assertThatThrownBy(() -> SystemBrowser.open(URI.create(uri))).isInstanceOf(IllegalArgumentException.class);
    }

    /** Opens a page in a separate JVM, whose {@code PATH} leads to a test program. */
    static final class BrowserProgram {
        public static void main(String[] arguments) {
            System.out.println(SystemBrowser.open(URI.create(arguments[0])));
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    @Covers("core/security/no-shell-open")
    void the_opener_gets_the_url_unchanged(@TempDir Path folder) throws Exception {
        Path openerScript = folder.resolve("xdg-open");
        Files.writeString(
                openerScript, "#!/bin/sh\nprintf '%s\\n' \"$#\" \"$@\" > '" + folder.resolve("arguments") + "'\n");
        assertThat(openerScript.toFile().setExecutable(true)).isTrue();
        String uri = "https://as.example/a?b=$(touch%20x)&c=;id&d='e'";
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                BrowserProgram.class.getName(),
                uri);
        builder.environment().put("PATH", folder + File.pathSeparator + System.getenv("PATH"));
        builder.environment().put("DISPLAY", ":0");
        Process process =
                builder.directory(folder.toFile()).redirectErrorStream(true).start();
        assertThat(new String(process.getInputStream().readAllBytes())).contains("true");
        assertThat(process.waitFor()).isZero();
        assertThat(Files.readAllLines(folder.resolve("arguments"))).isEqualTo(List.of("1", uri));
        assertThat(folder.resolve("x")).doesNotExist();
    }
}
