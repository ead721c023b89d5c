package dev.tenon.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.json.Json;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script {@code tenon} in a separate project, whose fake Maven only copies a jar with the classes under test. */
class LauncherScriptTest {
    @TempDir
    Path root;

    @BeforeEach
    void createProject() throws IOException {
        Files.copy(Path.of("..", "tenon"), root.resolve("tenon"), StandardCopyOption.COPY_ATTRIBUTES);
        Files.createDirectories(root.resolve("cli/src/main"));
        Files.writeString(root.resolve("pom.xml"), "<project/>");
        Files.writeString(root.resolve("cli/pom.xml"), "<project/>");
        writeJar(root.resolve("ready.jar"));
        Path maven = Files.createDirectories(root.resolve("bin")).resolve("mvn");
        Files.writeString(maven, """
                #!/bin/sh
                echo '[INFO] Building tenon-cli 1.0 [1/1]'
                echo built >>"%1$s/builds"
                cp "%1$s/ready.jar" "%1$s/cli/target/tenon-cli.jar"
                """.formatted(root));
        assertThat(maven.toFile().setExecutable(true)).isTrue();
    }

    private static void writeJar(Path jar) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, Main.class.getName());
        manifest.getMainAttributes()
                .put(
                        Attributes.Name.CLASS_PATH,
                        Stream.of(CliProcess.classPath().split(File.pathSeparator))
                                .filter(entry -> !entry.isEmpty())
                                .map(entry -> Path.of(entry).toUri().toString())
                                .collect(Collectors.joining(" ")));
        try (OutputStream out = Files.newOutputStream(jar)) {
            new JarOutputStream(out, manifest).close();
        }
    }

    private Process start(String... args) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(root.resolve("tenon").toString());
        builder.command().addAll(List.of(args));
        Map<String, String> environment = builder.environment();
        environment.put("JAVA_HOME", System.getProperty("java.home"));
        environment.put("PATH", root.resolve("bin") + ":" + environment.get("PATH"));
        environment.remove("TENON_JAVA_OPTS");
        return builder.redirectError(root.resolve("err").toFile()).start();
    }

    private String run(String input, String... args) throws Exception {
        Process process = start(args);
        try (OutputStream in = process.getOutputStream()) {
            in.write(input.getBytes(UTF_8));
        }
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as(errors()).isZero();
        return output;
    }

    private String errors() throws IOException {
        return Files.readString(root.resolve("err"));
    }

    @Test
    @Tag("exhaustive")
    void it_builds_only_after_changes_and_keeps_standard_output_clean() throws Exception {
        String request =
                RequestLines.createStatelessRequest(1, "tools/call", RequestLines.createEchoParams("hello")) + "\n";

        assertThat(RequestLines.readText(
                        Json.parse(run(request, "demo", "--stdio").strip())))
                .isEqualTo("hello");
        assertThat(errors()).contains("tenon: building tenon-cli").contains("built");

        assertThat(RequestLines.readText(
                        Json.parse(run(request, "demo", "--stdio").strip())))
                .isEqualTo("hello");
        assertThat(errors())
                .doesNotContain("building")
                .contains("\"command\":\"" + root.toRealPath().resolve("tenon") + "\"");
        assertThat(Files.readAllLines(root.resolve("builds"))).hasSize(1);

        Path source = root.resolve("cli/src/main/Changed.java");
        Files.writeString(source, "");
        Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(10)));
        assertThat(run("", "--version")).startsWith("tenon ");
        assertThat(Files.readAllLines(root.resolve("builds"))).hasSize(2);
    }

    @Test
    void a_failed_build_is_reported_with_its_log() throws Exception {
        Files.writeString(root.resolve("bin/mvn"), "#!/bin/sh\necho '[ERROR] no such thing'\nexit 1\n");
        Process process = start("demo", "--stdio");
        process.getOutputStream().close();

        assertThat(process.getInputStream().readAllBytes()).isEmpty();
        assertThat(process.waitFor()).isEqualTo(1);
        assertThat(errors()).contains("[ERROR] no such thing").contains("cli/target/build.log");
    }
}
