package dev.tenon.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each library is used in its packages only, and dependencies are few. */
class LibraryUsageTest {

    private static final int MAX_THIRD_PARTY_JARS = 10;
    private static final JavaClasses CLASSES = ProjectModules.classes();

    @Test
    void jackson_is_used_in_json_and_schema_only() {
        checkUsedOnlyIn("tools.jackson..", "dev.tenon.json..", "dev.tenon.schema..");
        checkUsedOnlyIn("com.fasterxml.jackson..", "dev.tenon.json..", "dev.tenon.schema..");
    }

    @Test
    void the_schema_validator_is_used_in_schema_only() {
        checkUsedOnlyIn("com.networknt..", "dev.tenon.schema..");
    }

    @Test
    void the_embedded_server_is_used_in_its_package_only() {
        checkUsedOnlyIn("io.vertx..", "dev.tenon.http.embedded..");
        checkUsedOnlyIn("io.netty..", "dev.tenon.http.embedded..");
    }

    @Test
    void servlets_are_used_in_servlet_only() {
        checkUsedOnlyIn("jakarta.servlet..", "dev.tenon.servlet..");
    }

    @Test
    void the_command_line_parser_is_used_in_cli_only() {
        checkUsedOnlyIn("picocli..", "dev.tenon.cli..");
    }

    @Test
    void the_oauth_library_is_used_in_oauth_only() {
        checkUsedOnlyIn("com.nimbusds..", "dev.tenon.oauth..");
    }

    @Test
    void the_yaml_reader_is_used_in_guard_only() {
        checkUsedOnlyIn("org.snakeyaml..", "dev.tenon.guard..");
    }

    @Test
    void telemetry_libraries_are_used_in_telemetry_packages_only() {
        checkUsedOnlyIn("io.opentelemetry..", "dev.tenon.guard.telemetry..", "dev.tenon.cli.telemetry..");
        checkUsedOnlyIn("io.prometheus..", "dev.tenon.cli.telemetry..");
    }

    @Test
    void core_and_server_have_at_most_ten_third_party_jars() throws IOException {
        Path list = ProjectModules.resolveFromRoot("server/target/runtime-dependencies.txt");
        List<String> jars = Files.readAllLines(list).stream()
                .map(String::strip)
                .filter(line -> line.contains(":jar:"))
                .toList();

        assertThat(jars).as("the list contains our own core").anyMatch(jar -> jar.contains("tenon-core"));
        assertThat(jars).anyMatch(jar -> jar.contains("jackson-databind"));
        assertThat(jars.stream().filter(jar -> !jar.startsWith("dev.tenon:")))
                .hasSizeLessThanOrEqualTo(MAX_THIRD_PARTY_JARS);
    }

    private static void checkUsedOnlyIn(String library, String... packages) {
        noClasses()
                .that()
                .resideOutsideOfPackages(packages)
                .and()
                .resideOutsideOfPackage("dev.tenon.bench..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(library)
                .check(CLASSES);
    }
}
