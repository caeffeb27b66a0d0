package grammar

// All languages in pipeline order: what -from accepts and LANGUAGES.md shows.

// All lists the languages.
func All() []*Language {
	return []*Language{
		NeslParsed.Language, NeslResolved.Language, NeslCore.Language, NeslSimple.Language,
		HarlanRead.Language, HarlanSpliced.Language, HarlanExpanded.Language,
		HarlanParsed.Language, HarlanTyped.Language, HarlanPure.Language, HarlanFolded.Language, HarlanFirstOrder.Language,
		VcodeRead.Language, VcodeBalanced.Language, VcodeTyped.Language, VcodeNamed.Language, VcodeLooped.Language,
		NestedElaborated.Language, NestedMono.Language, NestedTagged.Language, NestedBased.Language, NestedFirstOrder.Language,
		NestedStructural.Language, NestedDeterministic.Language, NestedUnfiltered.Language, NestedChecked.Language, NestedRegioned.Language,
		NestedNamed.Language, NestedLooped.Language, NestedInPlace.Language, NestedSettled.Language, NestedPrelifted.Language, NestedBlocked.Language,
		NestedCaptured.Language, NestedShaped.Language,
		FlatRegioned.Language, FlatUnzipped.Language, FlatOffsets.Language,
		KernelSoacs.Language, KernelOutlined.Language, KernelClustered.Language, KernelFused.Language,
		KernelDecomposed.Language, KernelReclustered.Language, KernelRefit.Language, KernelStaged.Language,
		DeviceLoops.Language, DeviceGuarded.Language, DeviceScheduled.Language, DeviceManaged.Language, DeviceLegal.Language,
		DeviceVectorised.Language, DeviceStreamed.Language, DeviceBatched.Language,
	}
}
