package dev.tenon.bench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The official TypeScript SDK, where there is Node: npm puts it beside what is built, once. */
final class TypeScriptSdk {
    private static final List<String> PACKAGES =
            List.of("@modelcontextprotocol/server@2.4.0", "@modelcontextprotocol/node@2.1.2");
    private static final String PROGRAM = "typescript-sdk.mjs";
    private static final int PATIENCE_SECONDS = 120;

    private TypeScriptSdk() {}

    /** Why it cannot be called, if so. Installs it where it is not yet. */
    static Optional<String> ensureInstalled() throws IOException {
        if (!tryRun(Path.of(""), "node", "--version") || !tryRun(Path.of(""), "npm", "--version")) {
            return Optional.of("there is no Node here");
        }
        Path place = installDirectory();
        if (!isInstalled(place)) {
            Files.createDirectories(place);
            // No lock file: it would carry the address of whichever registry made it.
            List<String> install = new ArrayList<>(List.of("npm", "install", "--no-save", "--no-package-lock"));
            install.addAll(List.of("--ignore-scripts", "--no-audit", "--no-fund", "--prefix", "."));
            install.addAll(PACKAGES);
            if (!tryRun(place, install.toArray(String[]::new))) {
                return Optional.of("npm could not install " + String.join(" and ", PACKAGES));
            }
            Files.writeString(markerFile(place), PACKAGES.toString());
        }
        return Optional.empty();
    }

    /** Whether it has been installed before. */
    static boolean isInstalled() throws IOException {
        return isInstalled(installDirectory());
    }

    private static boolean isInstalled(Path place) throws IOException {
        return Files.exists(markerFile(place))
                && Files.readString(markerFile(place)).equals(PACKAGES.toString());
    }

    private static Path markerFile(Path place) {
        return place.resolve("installed");
    }

    private static Path installDirectory() {
        return JavaCommands.buildDirectory("typescript-sdk").toAbsolutePath();
    }

    /** The command for a server with a {@code session}, or a {@code modern} one. */
    static List<String> command(String kind) throws IOException {
        Path program = installDirectory().resolve(PROGRAM);
        try (InputStream text = Objects.requireNonNull(TypeScriptSdk.class.getResourceAsStream(PROGRAM))) {
            Files.copy(text, program, StandardCopyOption.REPLACE_EXISTING);
        }
        return List.of("node", program.toString(), kind);
    }

    private static boolean tryRun(Path where, String... command) throws IOException {
        Process process;
        try {
            process = new ProcessBuilder(command)
                    .directory(where.toAbsolutePath().toFile())
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            // There is no such program.
            return false;
        }
        try {
            boolean ended = process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
            process.destroy();
            return ended && process.exitValue() == 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }
}
