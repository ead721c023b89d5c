package dev.tenon.coverage;

import java.util.LinkedHashMap;
import java.util.Map;

/** The requirements that no test can prove, with the reason of each. */
public final class UntestableRequirements {

    private UntestableRequirements() {}

    /** Reasons by id, from {@code ledger/untestable.txt}. */
    public static Map<String, String> readAll() {
        Map<String, String> reasons = new LinkedHashMap<>();
        for (String line : ResourceLineReader.readLines("/ledger/untestable.txt")) {
            String[] fields = line.split("\t", 2);
            if (fields.length != 2 || fields[1].isBlank()) {
                throw new IllegalStateException("ledger/untestable.txt: want an id, a tab and a reason, got: " + line);
            }
            if (reasons.put(fields[0], fields[1].strip()) != null) {
                throw new IllegalStateException("ledger/untestable.txt: the id " + fields[0] + " is there twice");
            }
        }
        return reasons;
    }
}
