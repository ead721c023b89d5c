package dev.tenon.bench;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A JDK on this machine.
 *
 * @param home its directory
 * @param feature its feature version, such as 17
 */
record JdkInstallation(Path home, int feature) {
    private static final int MIN_FEATURE = 17;
    private static final Pattern VERSION = Pattern.compile("JAVA_VERSION=\"(\\d+)");

    /** Returns the JDK of this process. */
    static JdkInstallation current() {
        return new JdkInstallation(
                Path.of(System.getProperty("java.home")), Runtime.version().feature());
    }

    /**
     * Returns the JDKs of the system property {@code bench.jdks}; without it the current JDK and, if others are
     * requested, one of each other version that is installed next to it or in a usual place.
     */
    static List<JdkInstallation> selectForStart(boolean withOthers) {
        String named = System.getProperty("bench.jdks", "");
        if (!named.isEmpty()) {
            return Stream.of(named.split(File.pathSeparator, -1))
                    .map(Path::of)
                    .flatMap(home -> tryRead(home).stream())
                    .toList();
        }
        Map<Integer, JdkInstallation> found = new TreeMap<>(Map.of(current().feature(), current()));
        if (withOthers) {
            searchDirectories()
                    .flatMap(JdkInstallation::findHomes)
                    .flatMap(home -> tryRead(home).stream())
                    .filter(jdk -> jdk.feature() >= MIN_FEATURE)
                    .forEach(jdk -> found.putIfAbsent(jdk.feature(), jdk));
        }
        return List.copyOf(found.values());
    }

    private static Stream<Path> searchDirectories() {
        Path user = Path.of(System.getProperty("user.home"));
        return Stream.of(
                current().home().resolveSibling(""),
                Path.of("/usr/lib/jvm"),
                user.resolve(".sdkman").resolve("candidates").resolve("java"),
                user.resolve(".jdks"));
    }

    private static Stream<Path> findHomes(Path directory) {
        if (!Files.isDirectory(directory)) {
            return Stream.of();
        }
        try (Stream<Path> homes = Files.list(directory)) {
            return homes.sorted().toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Optional<JdkInstallation> tryRead(Path home) {
        Path release = home.resolve("release");
        if (!Files.exists(home.resolve("bin").resolve("java")) || !Files.exists(release)) {
            return Optional.empty();
        }
        try {
            Matcher version = VERSION.matcher(Files.readString(release));
            return version.find()
                    ? Optional.of(new JdkInstallation(home, Integer.parseInt(version.group(1))))
                    : Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path javaExecutable() {
        return home.resolve("bin").resolve("java");
    }

    @Override
    public String toString() {
        return "JDK " + feature;
    }
}
