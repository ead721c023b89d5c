package dev.tenon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.error.ExitCode;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class CommandLineTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... args) {
        CommandLine line = TenonCommand.createCommandLine();
        line.setOut(new PrintWriter(out));
        line.setErr(new PrintWriter(err));
        return line.execute(args);
    }

    @Test
    void help_lists_the_options() {
        assertThat(run("--help")).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).contains("demo", "--version", "Exit codes");
        assertThat(run("demo", "--help")).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).contains("--http", "--path", "--stdio", "--sse", "--websocket", "127.0.0.1:8080");
    }

    @Test
    void the_version_is_printed() {
        assertThat(run("--version")).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).startsWith("tenon ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "demo --htp 127.0.0.1:0      | --htp       | --http",
                "demo --http 8080            | '8080'      | no host",
                "demo --http :8080           | ':8080'     | no host",
                "demo --http localhost       | 'localhost' | no port",
                "demo --http localhost:      | 'localhost:'| 0 to 65535",
                "demo --http localhost:http  | localhost:http | 0 to 65535",
                "demo --http localhost:65536 | localhost:65536 | 0 to 65535",
                "demo --http ::1:8080        | '::1:8080'  | [::1]:8080",
                "demo --http                 | --http      | HOST:PORT",
                "demo --path mcp             | 'mcp'       | starts with /",
                "demo --sse /a?b             | '/a?b'      | query",
                "demo --sse /mcp --path /mcp | --sse       | different",
                "demo --stdio --path /mcp    | --stdio     | leave out",
                "serve                       | serve       | demo",
            })
    void usage_errors_name_the_argument_and_the_fix(String command, String argument, String advice) {
        assertThat(run(command.strip().split(" "))).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString())
                .startsWith("tenon: ")
                .contains(argument)
                .contains(advice)
                .doesNotContain("Exception");
        assertThat(out.toString()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--http 127.0.0.1:0",
                "--path /mcp",
                "--upstream-sse",
                "--sandbox",
                "--allow-read /tmp",
                "--allow-network",
                "--lock pins.lock"
            })
    void a_configuration_file_excludes_other_options(String option) {
        assertThat(run(("guard --config missing.yaml " + option).split(" "))).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("--config can only be combined with --yes and --metrics.");
        assertThat(run(("guard approve --config missing.yaml " + option).split(" ")))
                .isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("--config can only be combined with --yes and TOOL.");
    }

    @Test
    void a_configuration_file_can_be_combined_with_consent_metrics_and_tools() {
        assertThat(run("guard", "--config", "missing.yaml", "--yes", "--metrics", "127.0.0.1:0"))
                .isNotEqualTo(ExitCode.OK);
        assertThat(run("guard", "approve", "--config", "missing.yaml", "--yes", "read_file"))
                .isNotEqualTo(ExitCode.OK);
        assertThat(err.toString()).contains("missing.yaml").doesNotContain("can only be combined");
    }

    @Test
    void without_a_command_all_commands_are_listed() {
        assertThat(run()).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString())
                .startsWith("tenon: ")
                .contains("demo ", "Serves a demo server", "discover ", "call ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1:8080", "localhost:0", "mcp.example.com:65535"})
    void hosts_and_ports_are_read(String text) {
        BindAddress address = BindAddress.parse(text);
        assertThat(address.host() + ":" + address.port()).isEqualTo(text);
    }

    @Test
    void an_ipv6_address_is_written_in_brackets() {
        assertThat(BindAddress.parse("[::1]:8080")).isEqualTo(new BindAddress("::1", 8080));
    }
}
