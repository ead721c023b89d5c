package dev.tenon.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every library has its room, and few come along. */
class LibraryUsageTest {

    private static final int MOST_JARS_OF_OTHERS = 10;
    private static final JavaClasses CLASSES = ProjectModules.classes();

    @Test
    void jackson_is_met_in_json_and_schema_only() {
        checkConfined("tools.jackson..", "dev.tenon.json..", "dev.tenon.schema..");
        checkConfined("com.fasterxml.jackson..", "dev.tenon.json..", "dev.tenon.schema..");
    }

    @Test
    void the_schema_validator_is_met_in_schema_only() {
        checkConfined("com.networknt..", "dev.tenon.schema..");
    }

    @Test
    void the_embedded_server_is_met_in_its_room_only() {
        checkConfined("io.vertx..", "dev.tenon.http.embedded..");
        checkConfined("io.netty..", "dev.tenon.http.embedded..");
    }

    @Test
    void servlets_are_met_in_servlet_only() {
        checkConfined("jakarta.servlet..", "dev.tenon.servlet..");
    }

    @Test
    void the_command_line_parser_is_met_in_cli_only() {
        checkConfined("picocli..", "dev.tenon.cli..");
    }

    @Test
    void the_library_of_oauth_is_met_in_oauth_only() {
        checkConfined("com.nimbusds..", "dev.tenon.oauth..");
    }

    @Test
    void the_reader_of_yaml_is_met_in_guard_only() {
        checkConfined("org.snakeyaml..", "dev.tenon.guard..");
    }

    @Test
    void telemetry_is_met_where_it_is_reported_only() {
        checkConfined("io.opentelemetry..", "dev.tenon.guard.telemetry..", "dev.tenon.cli.telemetry..");
        checkConfined("io.prometheus..", "dev.tenon.cli.telemetry..");
    }

    @Test
    void core_and_server_together_bring_at_most_ten_jars_of_others() throws IOException {
        Path list = ProjectModules.fromRoot("server/target/runtime-dependencies.txt");
        List<String> jars = Files.readAllLines(list).stream()
                .map(String::strip)
                .filter(line -> line.contains(":jar:"))
                .toList();

        assertThat(jars).as("the list is whole: it has our own core").anyMatch(jar -> jar.contains("tenon-core"));
        assertThat(jars).anyMatch(jar -> jar.contains("jackson-databind"));
        assertThat(jars.stream().filter(jar -> !jar.startsWith("dev.tenon:")))
                .hasSizeLessThanOrEqualTo(MOST_JARS_OF_OTHERS);
    }

    private static void checkConfined(String library, String... rooms) {
        noClasses()
                .that()
                .resideOutsideOfPackages(rooms)
                .and()
                .resideOutsideOfPackage("dev.tenon.bench..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(library)
                .check(CLASSES);
    }
}
