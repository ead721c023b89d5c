package dev.tenon.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every piece of Java in the documentation compiles, whole files as they are and fragments in a method of their own.
 */
class JavaSnippetsTest {
    private static final String IMPORTS = """
            import dev.tenon.client.*;
            import dev.tenon.client.endpoint.*;
            import dev.tenon.client.handler.*;
            import dev.tenon.guard.*;
            import dev.tenon.guard.aggregate.*;
            import dev.tenon.guard.config.ListenConfig;
            import dev.tenon.guard.config.UpstreamConfig;
            import dev.tenon.guard.credential.*;
            import dev.tenon.guard.telemetry.*;
            import dev.tenon.http.*;
            import dev.tenon.http.embedded.*;
            import dev.tenon.json.*;
            import dev.tenon.model.*;
            import dev.tenon.oauth.client.*;
            import dev.tenon.oauth.client.token.*;
            import dev.tenon.oauth.server.*;
            import dev.tenon.schema.annotation.Description;
            import dev.tenon.schema.annotation.NumberRange;
            import dev.tenon.server.*;
            import dev.tenon.server.call.*;
            import dev.tenon.server.feature.*;
            import dev.tenon.server.http.*;
            import dev.tenon.server.observer.*;
            import dev.tenon.servlet.*;
            import dev.tenon.transport.*;
            import io.opentelemetry.api.OpenTelemetry;
            import java.net.URI;
            import java.nio.file.*;
            import java.time.*;
            import java.util.*;
            """;

    /** What the pages speak of as if it were there. */
    private static final String AROUND = """
            McpServer server, files, tickets, admin;
            ServerBuilder builder;
            ServerTarget target;
            String tokenOfTheClient;
            OpenTelemetry openTelemetry;
            ListenConfig.HttpListenConfig listen;
            UpstreamConfig upstream;
            """;

    private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();
    /** It keeps the class path open, which takes longer to read than a snippet takes to compile. */
    private static final StandardJavaFileManager FILES = COMPILER.getStandardFileManager(null, null, null);

    @TempDir
    private Path output;

    @AfterAll
    static void close() throws IOException {
        FILES.close();
    }

    static Stream<Snippet> snippets() throws IOException {
        return Snippet.all().stream().filter(s -> s.kind().equals("java"));
    }

    @ParameterizedTest
    @MethodSource("snippets")
    void java_in_the_documentation_compiles(Snippet snippet) {
        boolean wholeFile = snippet.text().contains("public class ");
        String name = wholeFile ? snippet.text().replaceAll("(?s).*public class (\\w+).*", "$1") : "Fragment";
        String source = wholeFile
                ? snippet.text()
                : IMPORTS + "class Fragment {\n" + AROUND + "  void run() throws Exception {\n" + snippet.text()
                        + "\n  }\n}\n";
        StringWriter problems = new StringWriter();
        boolean compiled = COMPILER.getTask(
                        problems,
                        FILES,
                        null,
                        List.of("-d", output.toString(), "-cp", System.getProperty("java.class.path"), "-proc:none"),
                        null,
                        List.of(new Source(name, source)))
                .call();
        assertThat(compiled).as("%s:%n%s%n%s", snippet, problems, source).isTrue();
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String name, String text) {
            super(URI.create("string:///" + name + ".java"), JavaFileObject.Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}
