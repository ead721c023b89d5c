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

/** The official TypeScript SDK, if Node is available: npm installs it once into the build output. */
final class TypeScriptSdk {
    private static final List<String> PACKAGES =
            List.of("@modelcontextprotocol/server@2.4.0", "@modelcontextprotocol/node@2.1.2");
    private static final String PROGRAM = "typescript-sdk.mjs";
    private static final int TIMEOUT_SECONDS = 120;

    private TypeScriptSdk() {}

    /** Installs the SDK if necessary; returns the reason if it is not available. */
    static Optional<String> ensureInstalled() throws IOException {
        if (!tryRun(Path.of(""), "node", "--version") || !tryRun(Path.of(""), "npm", "--version")) {
            return Optional.of("Node is not installed");
        }
        Path installation = installDirectory();
        if (!isInstalled(installation)) {
            Files.createDirectories(installation);
            // No lock file: it would contain the URL of the registry.
            List<String> install = new ArrayList<>(List.of("npm", "install", "--no-save", "--no-package-lock"));
            install.addAll(List.of("--ignore-scripts", "--no-audit", "--no-fund", "--prefix", "."));
            install.addAll(PACKAGES);
            if (!tryRun(installation, install.toArray(String[]::new))) {
                return Optional.of("npm could not install " + String.join(" and ", PACKAGES));
            }
            Files.writeString(markerFile(installation), PACKAGES.toString());
        }
        return Optional.empty();
    }

    /** Returns whether the SDK has been installed before. */
    static boolean isInstalled() throws IOException {
        return isInstalled(installDirectory());
    }

    private static boolean isInstalled(Path installation) throws IOException {
        return Files.exists(markerFile(installation))
                && Files.readString(markerFile(installation)).equals(PACKAGES.toString());
    }

    private static Path markerFile(Path installation) {
        return installation.resolve("installed");
    }

    private static Path installDirectory() {
        return JavaCommands.buildDirectory("typescript-sdk").toAbsolutePath();
    }

    /** Returns the command for a server of this kind: {@code session} or {@code modern}. */
    static List<String> command(String kind) throws IOException {
        Path program = installDirectory().resolve(PROGRAM);
        try (InputStream text = Objects.requireNonNull(TypeScriptSdk.class.getResourceAsStream(PROGRAM))) {
            Files.copy(text, program, StandardCopyOption.REPLACE_EXISTING);
        }
        return List.of("node", program.toString(), kind);
    }

    private static boolean tryRun(Path workingDirectory, String... command) throws IOException {
        Process process;
        try {
            process = new ProcessBuilder(command)
                    .directory(workingDirectory.toAbsolutePath().toFile())
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            // The program is not installed.
            return false;
        }
        try {
            boolean ended = process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS);
            process.destroy();
            return ended && process.exitValue() == 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }
}
