package dev.tenon.coverage;

import java.util.LinkedHashMap;
import java.util.Map;

/** Lists the requirements that no test can prove, with reasons. */
public final class UntestableRequirements {

    private UntestableRequirements() {}

    /** Returns the reasons by id, from {@code ledger/untestable.txt}. */
    public static Map<String, String> readAll() {
        Map<String, String> reasons = new LinkedHashMap<>();
        for (String line : ResourceLineReader.readLines("/ledger/untestable.txt")) {
            String[] fields = line.split("\t", 2);
            if (fields.length != 2 || fields[1].isBlank()) {
                throw new IllegalStateException(
                        "ledger/untestable.txt: expected an id, a tab and a reason, got: " + line);
            }
            if (reasons.put(fields[0], fields[1].strip()) != null) {
                throw new IllegalStateException("ledger/untestable.txt: the id " + fields[0] + " occurs twice");
            }
        }
        return reasons;
    }
}
