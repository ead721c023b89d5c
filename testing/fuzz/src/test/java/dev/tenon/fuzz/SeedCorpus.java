package dev.tenon.fuzz;

import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Loads the seeds of a target: files in {@code corpus/}, with descriptive names. */
final class SeedCorpus {
    private SeedCorpus() {}

    /** Returns the seeds by name, in a stable order. */
    static SortedMap<String, byte[]> load(FuzzTarget target) throws IOException, URISyntaxException {
        URL folder = SeedCorpus.class.getResource("/corpus/" + target.corpus());
        if (folder == null) {
            throw new IllegalStateException("There are no seeds for " + target);
        }
        SortedMap<String, byte[]> seeds = new TreeMap<>();
        try (Stream<Path> files = Files.list(Path.of(folder.toURI()))) {
            for (Path file : List.copyOf(files.toList())) {
                seeds.put(file.getFileName().toString(), Files.readAllBytes(file));
            }
        }
        return seeds;
    }
}
