package dev.tenon.guard.command;

import dev.tenon.guard.internal.file.AtomicFile;
import dev.tenon.guard.internal.file.JsonFormatter;
import dev.tenon.json.Json;
import dev.tenon.json.JsonException;
import dev.tenon.json.JsonLimits;
import dev.tenon.json.JsonReader;
import dev.tenon.json.JsonWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Stores which exact commands were approved, in a file that only its owner may read or write; a file that others may
 * write is not trusted.
 */
public final class CommandApprovalStore {
    private static final int MAX_BYTES = 4 << 20;
    private static final int MAX_APPROVALS = 1_000;
    private static final JsonReader READER = new JsonReader(JsonLimits.DEFAULT);

    private final AtomicFile file;
    private final ReentrantLock lock = new ReentrantLock();

    /** Creates a store in this file. */
    public CommandApprovalStore(Path file) {
        this.file = AtomicFile.ownerOnly(file, MAX_BYTES);
    }

    /**
     * Returns whether exactly this command was approved.
     *
     * @throws ApprovalFileException if the file cannot be read, or others may write it
     */
    public boolean isApproved(LaunchSpec command) {
        return command.fingerprints().stream().anyMatch(readApproved()::containsKey);
    }

    /**
     * Stores the approval of exactly this command. It takes up to two of 1,000 entries; if the store is full, other
     * entries are evicted.
     *
     * @throws ApprovalFileException if the file cannot be written
     */
    public void approve(LaunchSpec command) {
        lock.lock();
        try {
            Map<String, Json> approved = new TreeMap<>(readApproved());
            List<String> fingerprints = command.fingerprints();
            while (approved.size() + fingerprints.size() > MAX_APPROVALS) {
                approved.remove(approved.keySet().iterator().next());
            }
            fingerprints.forEach(fingerprint -> approved.put(fingerprint, toEntry(command)));
            file.write(toBytes(approved));
        } catch (IOException e) {
            throw new ApprovalFileException(
                    "Could not write the approval to " + file.path() + ": " + e.getMessage(), e);
        } finally {
            lock.unlock();
        }
    }

    private static Json toEntry(LaunchSpec command) {
        JsonWriter out = new JsonWriter().beginObject().fieldUnlessNull("command", Json.of(command.command()));
        out.fieldUnlessNull("program", command.program().map(Path::toString).orElse(""));
        out.fieldUnlessNull("directory", command.directory().toString());
        return out.endObject().toJson();
    }

    private static byte[] toBytes(Map<String, Json> approved) {
        JsonWriter out = new JsonWriter().beginObject().name("version").value(1);
        out.name("approved").beginObject();
        approved.forEach((fingerprint, entry) -> out.name(fingerprint).value(entry));
        return JsonFormatter.format(out.endObject().endObject().toJson()).getBytes(StandardCharsets.UTF_8);
    }

    private Map<String, Json> readApproved() {
        try {
            byte[] text = file.read().orElse(null);
            if (text == null) {
                return Map.of();
            }
            requireOwnerOnlyWrite();
            Json approved = READER.read(text).get("approved");
            return approved == null ? Map.of() : approved.members();
        } catch (IOException | JsonException e) {
            String problem = "The approvals in " + file.path() + " cannot be read: " + e.getMessage();
            throw new ApprovalFileException(problem + ". Remove the file to start over.", e);
        }
    }

    private void requireOwnerOnlyWrite() throws IOException {
        if (!Files.getFileStore(file.path()).supportsFileAttributeView("posix")) {
            return;
        }
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file.path());
        if (permissions.contains(PosixFilePermission.GROUP_WRITE)
                || permissions.contains(PosixFilePermission.OTHERS_WRITE)) {
            String problem = file.path() + " is writable by other users, so its approvals are not trusted.";
            String advice = " Check its contents, then make it private: chmod 600 " + file.path();
            throw new ApprovalFileException(problem + advice, null);
        }
    }
}
